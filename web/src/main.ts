import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/tokens.css";
import "./styles/shell.css";
import "./styles/app.css";

import.meta.glob("./games/*/theme.css", { eager: true }); // the lobby shows all games

const RELOADED_AT = "shinar.reloaded"; // in the session: when the page was last taken anew for this reason
const RELOAD_PAUSE = 10_000; // milliseconds: not again and again

/** A part of the page is gone, because the server has been upgraded meanwhile: take the whole page anew. */
addEventListener("vite:preloadError", (event) => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_PAUSE) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  event.preventDefault();
  location.reload();
});

mount(App, { target: document.getElementById("page")! });

import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/tokens.css";
import "./styles/shell.css";
import "./styles/app.css";

mount(App, { target: document.getElementById("page")! });

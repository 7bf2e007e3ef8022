import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { licences } from "./licences.js";

// The server carries the built page; while developing, vite passes what is not the page on to a running server.
const server = "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte(), licences()],
  build: {
    outDir: "../src/shinar/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: scripts or fonts
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  // The symbols lie in the Python package, which draws from them, too.
  server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".", "../src/shinar/core"] } },
});

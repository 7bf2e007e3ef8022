#!/usr/bin/env node
// A bot in JavaScript: it always takes the last of the legal actions.
// shinar arena --game babylonia --players "exec:examples/bots/eager.js,random"
const readline = require("node:readline");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ type: "hello", name: "eager" }));
  } else if (message.type === "choose") {
    console.log(JSON.stringify({ action: message.actions.at(-1).id }));
  } else {
    process.exit(0);
  }
});

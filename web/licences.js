// Writes THIRD_PARTY_LICENSES.txt beside the page: the licence of every package of which something is in it, fonts included.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const FILE = "THIRD_PARTY_LICENSES.txt";
const HEAD = "The page of Shinar contains code or fonts of the following packages, under their own licences.\n";
const RULE = `\n${"=".repeat(100)}\n`;

/** A plugin for vite; a package without a licence fails the build. */
export function licences() {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const folders = new Set([...filesIn(bundle)].map(packageFolder).filter(Boolean));
      const texts = [...folders].map(describe).sort();
      this.emitFile({ type: "asset", fileName: FILE, source: HEAD + texts.map((text) => RULE + text).join("") });
    },
  };
}

function* filesIn(bundle) {
  for (const item of Object.values(bundle)) {
    const modules = item.type === "chunk" ? Object.entries(item.modules) : [];
    yield* modules.filter(([, module]) => module.renderedLength > 0).map(([id]) => id);
    yield* (item.originalFileNames ?? []).map((name) => resolve(name));
  }
}

/** The folder of the package a file belongs to; nothing for files of our own. */
function packageFolder(file) {
  const path = file.replace(/^\0/, "").split("?")[0];
  const inside = path.lastIndexOf("node_modules/");
  if (inside < 0) return "";
  let folder = dirname(path);
  while (!(existsSync(join(folder, "package.json")) && "version" in manifest(folder))) folder = dirname(folder);
  return folder;
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function describe(folder) {
  const { name, version, license } = manifest(folder);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|ofl)/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file, so the page cannot be given away with it`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

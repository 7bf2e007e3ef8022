/** What a person has chosen for this browser. Everything here survives a reload; nothing of it goes to the server. */

type Theme = "light" | "dark";
export type Pace = "off" | "fast" | "normal" | "slow";

interface Stored {
  theme: Theme | null; // null follows the system
  sound: boolean;
  asksBeforeEnd: boolean; // ask when something obvious is left undone
  singleKeys: boolean; // letters act as shortcuts
  pace: Pace; // of what flies
  isCoached: boolean; // the coach helps in a first game
  learnt: Record<string, string[]>; // by game: the steps of the coach that are done
  notifies: boolean; // the system tells when it is my turn and the page is not looked at
  wasAskedToNotify: boolean; // once is enough
  nickname: string;
  isNamed: boolean; // the person has chosen the nickname, or was asked
}

const KEY = "shinar.settings";
/** For those who have not said what they are called, so that nobody is asked; many, so that two rarely meet. */
const NAMES =
  "Adapa Ahuni Amata Ashur Atra Bau Belit Belshunu Dada Enlila Erishti Etana Gula Iddin Ilshu Iltani Kubau Lamassi Mannu Naram Nanaya Ninlil Nidintu Pirhum Puabi Rimush Sabit Shamhat Sharru Shiptu Tabni Tashmetu Urnammu Utu Warad Zamug".split(
    " ",
  );
const DEFAULTS: Stored = { theme: null, sound: false, asksBeforeEnd: true, singleKeys: true, pace: "normal", isCoached: true, learnt: {}, notifies: false, wasAskedToNotify: false, nickname: "", isNamed: false };

/** How long things fly, as a multiple of the usual time. */
const PACES: Record<Pace, number> = { off: 0, fast: 0.5, normal: 1, slow: 2 };

/** A value of the browser's store, or a default when it is missing or unreadable. */
export function stored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keep a value; a browser that forbids it only forgets. */
export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

class Settings {
  #values = $state<Stored>({ ...DEFAULTS, ...stored<Partial<Stored>>(KEY, {}) });
  #systemIsDark = $state(matchMedia("(prefers-color-scheme: dark)").matches);

  constructor() {
    if (!this.#values.nickname) this.change({ nickname: NAMES[Math.floor(Math.random() * NAMES.length)]! });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
      this.#systemIsDark = event.matches;
    });
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.#values = { ...DEFAULTS, ...stored<Partial<Stored>>(KEY, {}) };
    });
  }

  get theme(): Theme {
    return this.#values.theme ?? (this.#systemIsDark ? "dark" : "light");
  }

  get sound(): boolean {
    return this.#values.sound;
  }

  get asksBeforeEnd(): boolean {
    return this.#values.asksBeforeEnd;
  }

  get singleKeys(): boolean {
    return this.#values.singleKeys;
  }

  get pace(): Pace {
    return this.#values.pace;
  }

  get isCoached(): boolean {
    return this.#values.isCoached;
  }

  get notifies(): boolean {
    return this.#values.notifies;
  }

  get wasAskedToNotify(): boolean {
    return this.#values.wasAskedToNotify;
  }

  learnt(game: string): string[] {
    return this.#values.learnt[game] ?? [];
  }

  learn(game: string, step: string): void {
    this.change({ learnt: { ...this.#values.learnt, [game]: [...new Set([...this.learnt(game), step])] } });
  }

  /** Let the coach begin anew. */
  relearn(game: string): void {
    this.change({ isCoached: true, learnt: { ...this.#values.learnt, [game]: [] } });
  }

  get isNamed(): boolean {
    return this.#values.isNamed;
  }

  get nickname(): string {
    return this.#values.nickname;
  }

  change(values: Partial<Stored>): void {
    this.#values = { ...this.#values, ...values };
    store(KEY, this.#values);
  }

  toggleTheme(): void {
    this.change({ theme: this.theme === "dark" ? "light" : "dark" });
  }

  toggleSound(): void {
    this.change({ sound: !this.sound });
  }
}

export const settings = new Settings();

/** Whether pieces may fly. */
export function mayMove(): boolean {
  return settings.pace !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long something takes that takes so long at the usual pace. */
export const paced = (milliseconds: number): number => milliseconds * PACES[settings.pace];

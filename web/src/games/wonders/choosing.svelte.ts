/** What I am about to do: the card in my fingers, its use, the payment; sealed as one. */

import { announcer } from "../../lib/announce.svelte";
import type { BoardModel } from "../../lib/board.svelte";
import type { ActionInfo } from "../../lib/protocol";
import type { TableModel } from "../../lib/table.svelte";
import { cardOf } from "./catalogue";
import type { Deal, Strip, Use, Why, WondersView } from "./view";
import { asWonders, coinsOf } from "./view";

/** Something that can be chosen: a card of the hand, one of the discards, a tile, tokens to lose. */
export interface Item {
  key: string;
  card: string | null;
  tile: number | null;
  tokens: number[];
  strip: Strip | null;
  uses: Use[];
  joinWhy: Why | null; // why it would not let me join the project
}

/** One row of choices: a use in one way, with or without the project, and its payments. */
export interface Variant {
  verb: string;
  way: string;
  tile: number | null;
  stage: number | null; // where one is chosen
  deals: Deal[]; // none of them joins
  joining: Deal[];
}

const PATIENCE = 8000; // milliseconds until the next step of a decision must be offered
const STEP = 16; // milliseconds between two looks
const MAX_STEPS = 8;

export class Choosing {
  item = $state<number | null>(null);
  variant = $state<number | null>(null);
  joins = $state(false);
  payment = $state(0);
  isPaying = $state(false); // the payments are laid out
  city = $state<number | null>(null); // the city that is looked at
  shows = $state<"" | "hands" | "tower" | "project">(""); // what else is looked at
  isSealing = $state(false);

  #key: string | null = null; // of the chosen item, to find it again after an update

  readonly view: WondersView = $derived.by(() => asWonders(this.table.view));
  readonly items: Item[] = $derived.by(() => itemsOf(this.view, this.table.near));
  readonly chosen: Item | null = $derived(this.item === null ? null : (this.items[this.item] ?? null));
  readonly variants: Variant[] = $derived(this.chosen ? variantsOf(this.chosen.uses) : []);
  readonly use: Variant | null = $derived(this.variant === null ? null : (this.variants[this.variant] ?? null));
  readonly deals: Deal[] = $derived(this.use ? dealsOf(this.use, this.joins) : []);
  readonly deal: Deal | null = $derived(this.deals[this.payment] ?? null);

  constructor(readonly table: BoardModel) {}

  /** The table as one that can be played, not only looked at. */
  get live(): TableModel | null {
    return "undo" in this.table ? (this.table as unknown as TableModel) : null;
  }

  /** With two players: whether I choose for the Free City now, my own card being chosen already. */
  get isForFreeCity(): boolean {
    return this.view.deciding !== null && this.view.deciding >= this.view.players;
  }

  /** With two players: whether a card for the Free City will be asked for after this one. */
  get isFirstOfTwo(): boolean {
    return this.view.phase === "act" && this.view.holder === this.table.mySeat && this.view.deciding === this.table.mySeat;
  }

  /** What I have decided for my city, if it is sealed. */
  get isSealed(): boolean {
    const mine = this.table.mySeat;
    return mine !== null && !this.table.isMyTurn && (this.view.cities[mine]?.plan?.is_sealed ?? false);
  }

  /** Whether a card is for my own city already, and not to be had for the Free City. */
  isTaken(item: Item): boolean {
    return this.isForFreeCity && item.card !== null && item.uses.every((use) => !use.deals.length) && this.view.cities[this.table.near]?.plan?.card === item.card;
  }

  pick(index: number | null): void {
    this.table.quiet();
    if (index !== null && (index < 0 || index >= this.items.length || this.isTaken(this.items[index]!))) return;
    this.item = index;
    this.#key = this.chosen?.key ?? null;
    this.isPaying = false;
    this.joins = false;
    const first = this.variants.findIndex((variant) => variant.verb !== "discard" && variant.verb !== "tower");
    this.variant = index === null || first < 0 ? null : first;
    this.#aim();
  }

  /** The cheapest payment is meant until another is chosen. */
  #aim(): void {
    const best = cheapest(this.deals);
    this.payment = best ? this.deals.indexOf(best) : 0;
  }

  choose(variant: number): void {
    this.table.quiet();
    this.variant = variant;
    this.isPaying = false;
    if (!this.use?.joining.length) this.joins = false;
    this.#aim();
  }

  toggleJoin(): void {
    this.table.quiet();
    if (!this.use?.joining.length) return;
    this.joins = !this.joins;
    this.isPaying = false;
    this.#aim();
  }

  letGo(): void {
    if (this.isPaying) this.isPaying = false;
    else this.pick(null);
  }

  /** After an update: keep what is still there, drop the rest. */
  keep(): void {
    if (this.item === null) return;
    const index = this.items.findIndex((item) => item.key === this.#key);
    if (index !== this.item) this.pick(index < 0 ? null : index);
    if (this.variant !== null && this.variant >= this.variants.length) this.variant = null;
    if (this.payment >= this.deals.length) this.payment = 0;
  }

  /** Seal what is chosen; with several payments lay them out first. */
  async seal(): Promise<void> {
    const deal = this.deal;
    if (!deal || this.isSealing) return;
    if (this.deals.length > 1 && !this.isPaying) {
      this.isPaying = true;
      return;
    }
    await this.take(deal.actions);
  }

  /** Take the actions of a decision one after the other. */
  async take(actions: number[]): Promise<void> {
    this.isSealing = true;
    try {
      for (const id of actions) {
        const action = await this.#offered(id);
        if (!action) return;
        await this.table.perform(action);
      }
      announcer.say(this.isForFreeCity ? "Chosen. Now a card for the Free City." : "Sealed.");
    } finally {
      this.isSealing = false;
    }
    this.item = null;
    this.variant = null;
    this.joins = false;
    this.isPaying = false;
  }

  /** Give my card to the Free City, and take the one that was chosen for it; each is used as well as it can be. */
  async swap(): Promise<void> {
    const mine = this.view.cities[this.table.near]?.plan?.card;
    const its = this.chosen?.card;
    if (!this.isForFreeCity || !mine || !its || this.isSealing) return;
    await this.changeMind();
    this.#pickCard(its);
    const deal = this.deal ?? this.variants.find((variant) => variant.verb === "discard")?.deals[0];
    if (!deal) return;
    await this.take(deal.actions);
    await this.#until(() => this.isForFreeCity);
    this.#pickCard(mine);
  }

  #pickCard(card: string): void {
    this.pick(this.items.findIndex((item) => item.card === card));
  }

  /** The action with an id, as soon as it is offered. */
  async #offered(id: number): Promise<ActionInfo | undefined> {
    const find = (): ActionInfo | undefined => this.table.actions.find((action) => action.id === id);
    await this.#until(() => find() !== undefined);
    return find();
  }

  /** Wait for something that the server's next update brings, but not for ever. */
  async #until(isSo: () => boolean): Promise<void> {
    const end = performance.now() + PATIENCE;
    for (this.table.settle(); !isSo() && performance.now() < end; this.table.settle()) {
      await new Promise((resolve) => setTimeout(resolve, STEP));
    }
  }

  /** Open what was sealed, step by step. */
  async changeMind(): Promise<void> {
    const live = this.live;
    if (!live || this.isSealing) return;
    this.isSealing = true;
    for (let step = 0; live.canUndo && step < MAX_STEPS && !(step && this.#isOpen); step++) {
      const version = live.version;
      await live.undo();
      await this.#until(() => live.version !== version);
    }
    this.isSealing = false;
  }

  /** Whether nothing is decided for my city. */
  get #isOpen(): boolean {
    const mine = this.table.mySeat;
    return mine !== null && this.view.deciding === mine && !this.view.cities[mine]?.plan;
  }
}

function itemsOf(view: WondersView, near: number): Item[] {
  const open = view.recalled.find(({ seat }) => seat === near); // of a record, all hands lying open
  if (open) return open.among.map((card, index) => ({ key: `${card}/${index}`, card, tile: null, tokens: [], strip: null, uses: [], joinWhy: null }));
  const offered = view.offers.filter((offer) => offer.card !== null || offer.tile !== null || offer.tokens.length);
  if (!offered.length) {
    return view.hand.map((held, index) => ({ key: `${held.card}/${index}`, card: held.card, tile: null, tokens: [], strip: held.strip, uses: held.uses, joinWhy: held.join_why }));
  }
  return offered.map((offer, index) => ({
    key: `${offer.verb}/${offer.card ?? offer.tile ?? index}`,
    card: offer.card,
    tile: offer.tile,
    tokens: offer.tokens,
    strip: stripOf(offer.deals),
    uses: [{ verb: offer.verb, deals: offer.deals, why: null, gap: null }],
    joinWhy: null,
  }));
}

function stripOf(deals: Deal[]): Strip | null {
  const deal = deals.find((found) => !found.joins);
  if (!deal || !deal.way) return null;
  return { kind: deal.way, coins: coinsOf(deal), bank: deal.bank, left: deal.left, right: deal.right, gain: deal.gain, missing: [] };
}

/** The uses of a card by their ways, or tiles; each with its payments. */
function variantsOf(uses: Use[]): Variant[] {
  const found: Variant[] = [];
  for (const use of uses) {
    for (const deal of use.deals) {
      let variant = found.find((other) => other.verb === use.verb && other.way === deal.way && other.tile === deal.tile && other.stage === deal.stage);
      if (!variant) found.push((variant = { verb: use.verb, way: deal.way, tile: deal.tile, stage: deal.stage, deals: [], joining: [] }));
      (deal.joins ? variant.joining : variant.deals).push(deal);
    }
  }
  for (const variant of found) {
    variant.deals = inOrder(variant.deals);
    variant.joining = inOrder(variant.joining);
  }
  return found;
}

const MAX_TABLETS = 3; // more payments are a list

/** Payments from all left to all right; those of a list by what they cost in all. */
function inOrder(deals: Deal[]): Deal[] {
  const byTotal = (one: Deal, other: Deal): number => (deals.length > MAX_TABLETS ? coinsOf(one) - coinsOf(other) : 0);
  return deals.toSorted((one, other) => byTotal(one, other) || other.left - one.left);
}

function dealsOf(use: Variant, joins: boolean): Deal[] {
  return joins || !use.deals.length ? use.joining : use.deals;
}

/** The cheapest of some deals. */
export function cheapest(deals: Deal[]): Deal | undefined {
  return deals.reduce<Deal | undefined>((best, deal) => (best && coinsOf(best) <= coinsOf(deal) ? best : deal), undefined);
}

const models = new WeakMap<BoardModel, Choosing>();

/** What I am about to do at a table; one for each. */
export function choosingAt(table: BoardModel): Choosing {
  let found = models.get(table);
  if (!found) models.set(table, (found = new Choosing(table)));
  return found;
}

const SIDE_VERBS = ["stage", "discard", "tower", "lose", "lose tokens"]; // for which any card will do

/** What a card is made for: to be built, or what else its rules name. */
export const mainVerb = (item: Item | null): string => item?.uses.find(({ verb }) => !SIDE_VERBS.includes(verb))?.verb ?? "build";

/** A name for a screen reader. */
export const itemName = (item: Item): string =>
  item.card ? cardOf(item.card).title : item.tile ? `tile ${item.tile}` : `victory tokens ${item.tokens.join(" and ")}`;

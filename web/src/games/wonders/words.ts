/** 7 Wonders in words: effects, strips, tiles, what a choice means. */

import { capital } from "../game";
import type { Counting, Effects, Item, Tile } from "./catalogue";
import { cardOf, isLeader, isRaw, stagesOf, tileOf } from "./catalogue";
import type { Change, City, Deal, Strip } from "./view";
import { boardName, coinsOf, counted, listed, signed, unitsText } from "./view";

const POWERS: Record<string, string> = {
  "free building": "one free structure each Age",
  "build from discards": "build a discarded card",
  "seventh card": "play the last card too",
  "copy a guild": "copy a neighbour's guild",
  "copy a leader": "the effect of a neighbour's leader",
  "draw leaders": "4 leaders of the pile for your hand",
  "recruit a leader": "recruit another leader",
  "buy from the bank": "a resource from the bank for 1 coin each turn",
  "coins for buying": "1 coin each turn for each neighbour you buy from",
  "free leaders": "later leaders are free",
  "free guilds": "guilds are free",
  "defeats to the victor": "your defeat tokens go to the victor",
  "coins for victories": "2 coins with each victory token",
  "stages without resources": "stages need no resources",
  "coins from the bank": "1 coin more each turn from the bank",
  "free black structure": "one free black structure each Age",
  "defeats as shields": "your defeat tokens are shields",
};

const WHOSE: Record<string, string> = {
  own: "yours",
  "left,right": "both neighbours'",
  "own,left,right": "yours and neighbours'",
};

/** What a card or a stage does, in a few words; as it is printed where the effect has no words of ours. */
export const itemWords = (item: Item): string => effectWords(item.effects) || item.text;

/** The same in full, to be read when it is pointed at: as it is printed, with whose things are counted. */
export function fullWords(item: Item): string {
  const { counting } = item.effects;
  return item.text || `${itemWords(item)}${counting ? `, ${whoseWords(counting)}` : ""}`;
}

/** A title whose long words can be broken between syllables. */
export const hyphenated = (title: string): string => title.replace(/\w{9,}/g, (word) => word.replace(SYLLABLE, "$1\u00ad"));

const SYLLABLE = /([aeiouy](?:[bcdfghjklmnpqrstvwxz](?!h))?)(?=(?:ph|th|sh|ch|[bcdfghjklmnpqrstvwxz]{1,2})[aeiouy])(?!\w{0,2}$)/g; // before the consonants that begin the next one

const SYMBOL_WORDS: Record<string, string> = { any: "any symbol", mask: "a green symbol of a neighbour" };

/** What an effect is, in a few words. */
function effectWords(effects: Effects): string {
  const words: string[] = [];
  if (effects.makes) words.push(unitsText(effects.makes.map((kinds) => listed(kinds, "or"))));
  if (effects.points) words.push(counted(effects.points, "point"));
  if (effects.shields) words.push(counted(effects.shields, "shield"));
  if (effects.symbol) words.push(SYMBOL_WORDS[effects.symbol] ?? effects.symbol);
  if (effects.coins) words.push(counted(effects.coins, "coin"));
  if (effects.discounts) words.push(...Object.entries(effects.discounts).map(([goods, sides]) => discountWords(goods, sides)));
  if (effects.counting) words.push(countingWords(effects.counting));
  if (effects.saves) words.push(`${effects.saves === "stage" ? "stages" : `${effects.saves} structures`} need a resource less`);
  if (effects.bonus) words.push(`${counted(effects.bonus.coins, "coin")} for each ${effects.bonus.on === "chain" ? "chain you use" : `${effects.bonus.on} structure you build`}`);
  if (effects.sets) words.push(`${counted(effects.sets.points, "point")} for each set of ${listed(effects.sets.colours)}`);
  if (effects.symbol_set) words.push(`${counted(effects.symbol_set, "point")} more for each set of symbols`);
  if (effects.gift) words.push(`${counted(effects.gift, "coin")} for each neighbour`);
  if (effects.adds) words.push(effects.adds === "made" ? "one more of what you make" : "one of what you do not make");
  if (effects.rebate) words.push(`one unit from the ${effects.rebate} costs 1 less`);
  if (effects.diplomacy) words.push("stay out of a conflict");
  if (effects.loss) words.push(`others lose ${counted(effects.loss.coins, "coin")}${effects.loss.per ? ` per ${effects.loss.per}` : ""}`);
  if (effects.power) words.push(POWERS[effects.power] ?? effects.power);
  return words.join(", ");
}

function discountWords(goods: string, sides: string[]): string {
  return `${goods === "raw" ? "raw" : "goods"} for 1, ${sides.length > 1 ? "both sides" : sides[0]}`;
}

function countingWords(counting: Counting): string {
  const gains = [counting.coins && counted(counting.coins, "coin"), counting.points && counted(counting.points, "point")];
  return `${gains.filter(Boolean).join(", ")} per ${counting.things.join(", ")}`;
}

/** Whose things an effect counts. */
export const whoseWords = (counting: Counting): string => WHOSE[counting.cities.join(",")] ?? listed(counting.cities);

/** The same where there is little room. */
export const briefWhose = (counting: Counting): string => (counting.cities.length > 2 ? "yours, neighbours'" : whoseWords(counting).replace("both ", ""));

// -- strips --

export interface StripWords {
  look: "own" | "pay" | "chain" | "no";
  coins: number | null;
  words: string;
}

/** The foot of a card: how one stands to it. */
export function stripWords(strip: Strip, deal: Deal | undefined): StripWords {
  const gain = strip.gain ? `, gains ${strip.gain}` : "";
  switch (strip.kind) {
    case "free":
      return { look: "own", coins: null, words: `Free${gain}` };
    case "own":
      return { look: "own", coins: null, words: `Own${gain}` };
    case "chain":
      return { look: "chain", coins: null, words: `Chain${strip.coins ? `, pays ${strip.coins}` : ""}${gain}` };
    case "power":
      return { look: "chain", coins: strip.coins || null, words: "Free building" };
    case "token":
      return { look: "chain", coins: strip.coins || null, words: "By token" };
    case "salvage":
      return { look: "own", coins: strip.coins || null, words: `Free${gain}` };
    case "coins":
      return { look: "pay", coins: strip.coins, words: `${sellers(strip, deal)}${gain}` };
    case "short":
      return { look: "no", coins: null, words: `${unitsText(strip.missing)} short` };
    case "stands":
      return { look: "no", coins: null, words: "Already built" };
    default:
      return { look: "no", coins: strip.coins || null, words: "too few coins" };
  }
}

/** What is lacking, in a few words; nothing where something else stands in the way. */
export function gapWords(strip: Strip | null | undefined): string {
  if (strip?.kind === "poor") return `costs ${counted(strip.coins, "coin")}`;
  return strip?.kind === "short" || strip?.kind === "stands" ? stripWords(strip, undefined).words : "";
}

/** Whom one pays, and for what where one neighbour sells it all. */
function sellers(strip: Strip, deal: Deal | undefined): string {
  if (strip.left && strip.right) return "both sides";
  const side = strip.left ? "left" : strip.right ? "right" : "";
  if (!side) return "to the bank";
  const units = deal ? [...new Set(side === "left" ? deal.from_left : deal.from_right)] : [];
  return units.length === 1 ? `${units[0]}, ${side}` : `${units.length || ""} from ${side}`.trim();
}

// -- deals --

/** “own resources”, “ore from Kubaba”, “by chain”; names as they stand within a sentence. */
export function dealWords(deal: Deal, names: { left: string; right: string }): string {
  const parts: string[] = [];
  if (deal.way === "chain") parts.push(deal.bank ? "a tax to the bank" : "nothing to pay");
  if (deal.way === "power") parts.push("once in each Age");
  if (deal.way === "token") parts.push(deal.bank ? "a tax to the bank" : "nothing to pay");
  if (deal.from_left.length) parts.push(`${unitsText(deal.from_left)} from ${names.left}`);
  if (deal.from_right.length) parts.push(`${unitsText(deal.from_right)} from ${names.right}`);
  if (deal.from_bank.length) parts.push(`${unitsText(deal.from_bank)} from the bank`);
  if (deal.saved.length) parts.push(`${unitsText(deal.saved)} not needed`);
  if (!parts.length && deal.own.length) parts.push("own resources");
  if (deal.bank && !parts.length) parts.push("to the bank");
  return parts.join(", ");
}

/** “3 coins, shared”: how much, then to whom; names as above. */
export function paymentTitle(deal: Deal, names: { left: string; right: string }): string {
  const coins = counted(coinsOf(deal), "coin");
  if (!deal.left && !deal.right) return deal.bank ? `${coins}, to the bank` : "nothing to pay";
  if (deal.left && deal.right) return `${coins}, shared`;
  return `${coins}, all to ${deal.left ? names.left : names.right}`;
}

/** What a screen reader hears of a payment. */
export function paymentSpoken(deal: Deal, names: { left: string; right: string }): string {
  const parts = [counted(coinsOf(deal), "coin")];
  if (deal.left) parts.push(`${names.left} ${deal.left} for ${unitsText(deal.from_left)}`);
  if (deal.right) parts.push(`${names.right} ${deal.right} for ${unitsText(deal.from_right)}`);
  if (deal.bank) parts.push(`${deal.bank} to the bank`);
  return parts.join(". ");
}

// -- tiles --

const KINDS_BUILT: Record<string, string> = { stage: "Stages", chain: "Chains" };

const built = (of: string): string => KINDS_BUILT[of] ?? `${capital(of)} structures`;

/** A tile's name and what it does, in plain words; coins by the Age where it says so. */
export function tileWords(number: number, age: number): { title: string; short: string; text: string } {
  const tile = tileOf(number);
  const of = tile.of[0] ?? "";
  const coins = tile.amount || age;
  const byAge = tile.amount ? counted(tile.amount, "coin") : "as many coins as the Age: 1, 2 or 3";
  switch (tile.kind) {
    case "tax":
      return { title: `Tax on ${lower(built(of))}`, short: `${short(of)}: pay ${coins}`, text: `Whoever ${doing(of)} pays the bank ${byAge}.` };
    case "bonus":
      return { title: `${built(of)} pay`, short: `${short(of)}: gain ${coins}`, text: `Whoever ${doing(of)} gets ${byAge} from the bank.` };
    case "no_resources":
      return { title: `${built(of)} without resources`, short: `${short(of)}: no resources`, text: `${built(of)} cost no resources. Coins in their cost are still paid.` };
    case "coins_for_resources":
      return { title: `${built(of)} for coins`, short: `${short(of)}: coins only`, text: `${built(of)} are built with a coin for each of their resources instead of the resources. Chains stay possible.` };
    case "goods":
      return goodsWords(tile);
    case "makes":
      return { title: `Free ${listed(tile.of, "or")}`, short: `Free ${tile.of.join("/\u200b")}`, text: `Each turn every city makes one ${listed(tile.of, "or")} more; it is not for sale.` };
    case "disables":
      return disablingWords(tile);
    case "unlimited":
      return { title: "Single browns, no limit", short: "Single browns: no limit", text: `${titles(tile.of)} make as much as their owner needs. The resource of the board stays as it is.` };
    case "chains_of_neighbours":
      return { title: "Chains from next door", short: "Neighbours' chains", text: "Structures of both neighbours make yours free too, as if they stood in your city." };
    case "lesser_victories":
      return { title: "Smaller victories", short: "Victories: smaller", text: "Victory tokens are one size smaller: 3 instead of 5, 1 instead of 3, none instead of 1." };
    case "double_defeats":
      return { title: "Defeats count twice", short: "Defeats: two tokens", text: "Whoever is defeated takes two defeat tokens instead of one." };
    default:
      return { title: `Tile ${number}`, short: `Tile ${number}`, text: `${capital(tile.text)}.` };
  }
}

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
const short = (of: string): string => KINDS_BUILT[of] ?? capital(of);
const titles = (names: string[]): string => listed(names.map((name) => capital(name)));

function doing(of: string): string {
  if (of === "chain") return "uses a chain";
  return of === "stage" ? "builds a stage" : `builds a ${of} structure`;
}

function goodsWords(tile: Tile): { title: string; short: string; text: string } {
  const goods = tile.of[0] === "raw" ? "Raw materials" : "Manufactured goods";
  const more = tile.amount > 0 ? "more" : "less";
  return {
    title: `${goods} cost 1 ${more}`,
    short: `${tile.of[0] === "raw" ? "Raw" : "Goods"} cost ${signed(tile.amount)}`,
    text: `Each bought unit costs a coin ${more} than usual, on top of discounts; never less than nothing.`,
  };
}

function disablingWords(tile: Tile): { title: string; short: string; text: string } {
  const isTrade = tile.of.includes("marketplace");
  return {
    title: isTrade ? "Trade suspended" : "Large browns suspended",
    short: isTrade ? "Trade: no effect" : "Large browns: none",
    text: isTrade
      ? "Trading posts, Marketplace, Forum and Caravansery have no effect. They still count and chain."
      : "Brown structures with two units or a choice make nothing. They still count.",
  };
}

/** What a tile changes for me now, most telling first. */
export function changeWords(changes: Change[]): string[] {
  return changes.map(({ thing, with_tile: now, without_tile: else_ }) => {
    if (thing === "conflicts") return `conflicts bring ${signed(now ?? 0)}, not ${signed(else_ ?? 0)}`;
    const name = thing === "stage" ? "your next stage" : cardOf(thing).title;
    if (now === null) return `${name} out of reach`;
    if (else_ === null) return now > 0 ? `${name} possible for ${now}` : now < 0 ? `${name} brings ${-now}` : `${name} free`;
    if (now < 0) return `${name} brings ${-now}`;
    return `${name} ${now || "free"}, not ${else_ < 0 ? signed(-else_) : else_}`;
  });
}

// -- reading out --

/** A city in a sentence, for screen readers. */
export function cityWords(city: City, who: string, where: string): string {
  const colours = Object.entries(city.structures)
    .filter(([, cards]) => cards.length)
    .map(([colour, cards]) => `${colour} ${cards.length}`);
  const parts = [
    `${who}, ${where}, ${boardName(city)}: ${counted(city.shields, "shield")}`,
    counted(city.coins, "coin"),
    `stage ${city.stages} of ${city.stages_in_all}`,
  ];
  if (city.diplomacy) parts.push(counted(city.diplomacy, "diplomacy token"));
  if (city.debts) parts.push(counted(city.debts, "debt"));
  const leaders = city.leaders.length ? `; leaders ${listed(city.leaders.map((name) => cardOf(name).title))}` : "";
  const entombed = city.entombed.length ? `; entombed ${listed(city.entombed.map((name) => cardOf(name).title))}` : "";
  return `${parts.join(", ")}${colours.length ? `; ${colours.join(", ")}` : ""}${leaders}${entombed}.`;
}

/** A card in a sentence. */
export function cardWords(name: string): string {
  const card = cardOf(name);
  const cost = [card.coins ? counted(card.coins, "coin") : "", unitsText(card.resources)].filter(Boolean).join(" and ");
  const free = card.after.length ? `, free after ${listed(card.after, "or")}` : "";
  const opens = card.opens.length ? ` Opens ${listed(card.opens)}.` : "";
  return `${card.title}, ${isLeader(name) ? "leader" : card.colour}, costs ${cost || "nothing"}${free}: ${itemWords(card)}.${opens}`;
}

/** A stage in a sentence. */
export function stageWords(city: City, index: number): string {
  const stage = stagesOf(city)[index]!;
  const cost = [stage.coins ? counted(stage.coins, "coin") : "", unitsText(stage.resources)].filter(Boolean).join(" and ");
  return `Stage ${index + 1}${city.stage_list[index]!.is_built ? ", built" : ""}: costs ${cost}; ${itemWords(stage)}`;
}

/** The kinds of goods a neighbour sells, raw or manufactured. */
export function sold(city: City, raw: boolean): string[][] {
  return city.makes.filter((producer) => producer.sold && isRaw(producer.kinds[0]!) === raw).map((producer) => producer.kinds);
}

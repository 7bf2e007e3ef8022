/** How Babel is learnt: six steps, the same for the coach and for “How to play”. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionInfo } from "../../lib/protocol";
import type { Lessons, Place } from "../game";
import Build from "./pictures/Build.svelte";
import Deploy from "./pictures/Deploy.svelte";
import Migrate from "./pictures/Migrate.svelte";
import Move from "./pictures/Move.svelte";
import Nation from "./pictures/Nation.svelte";
import Win from "./pictures/Win.svelte";

const isOf =
  (group: string) =>
  (action: ActionInfo): boolean =>
    action.group === group;

/** What actions of a kind are taken with. */
const sources = (table: BoardModel, group: string): Place[] => [
  ...new Set(table.actions.filter(isOf(group)).flatMap((action) => table.game.links(action, table.view).map((link) => link.source))),
];

const lessons: Lessons = {
  goal: "Build temples at five sites: their levels are your score. At 15 points the end is near; 20 points win.",
  steps: [
    {
      title: "Leave the quarry",
      text: "Discard a card to walk to the site of its nation. Choose a card, then the site that glows. Later you may move again and again.",
      clause: "BB-3.1",
      Picture: Move,
      places: (table) => sources(table, "move").filter((place) => place.startsWith("hand:")),
      isDone: isOf("move"),
    },
    {
      title: "Put cards where your pawn stands",
      text: "Your cards go into your row there, as many as you like. The longer the row, the higher you may build: three cards carry level 3.",
      clause: "BB-4.2",
      Picture: Deploy,
      places: (table) => sources(table, "deploy"),
      isDone: isOf("deploy"),
    },
    {
      title: "Build from a stack",
      text: "Take the top card of either stack, yours or theirs. It must be one higher than your temple, and your row at least that long.",
      clause: "BB-5.1",
      Picture: Build,
      places: (table) => sources(table, "build"),
      isDone: isOf("build"),
    },
    {
      title: "Carry three",
      text: "Once a turn the three newest cards of one of your rows may go to another. Your pawn need not be there.",
      clause: "BB-6.2",
      Picture: Migrate,
      places: (table) => sources(table, "migrate"),
      isDone: isOf("migrate"),
    },
    {
      title: "Use a nation",
      text: "Three equal cards together where your pawn stands: discard one of them for what the nation can do. It is written on the cards.",
      clause: "BB-7.1",
      Picture: Nation,
      places: (table) => sources(table, "ability"),
      isDone: isOf("ability"),
    },
    {
      title: "End the turn, and win",
      text: "Two temple cards then come onto your stack, the lower on top. 15 points win if the other has 9 or less. Otherwise the end phase begins: 20 points win, 9 or less lose.",
      clause: "BB-9.2",
      Picture: Win,
      places: (table) => (table.actions.some(isOf("end turn")) ? ["end"] : []),
      isDone: isOf("end turn"),
    },
  ],
};

export default lessons;

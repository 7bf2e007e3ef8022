"""Run by test_ppo.py where PyTorch is: the parts of examples/ppo.py do what they say."""

import runpy
from pathlib import Path

import torch

import shinar

ppo = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "ppo.py"))


def advantages_change_sides() -> None:
    """What the next step promises to the other seat counts against this one; nothing reaches across an end."""
    memory = ppo["Memory"](steps=3, games=1, inputs=1, actions=1)
    memory.seats[:, 0] = torch.tensor([0, 0, 1, 0])
    memory.values[:, 0] = torch.tensor([0.1, 0.2, 0.3, 0.4])
    memory.rewards[:, 0] = torch.tensor([0.0, 0.0, 1.0])
    memory.ended[:, 0] = torch.tensor([False, False, True])
    last = 1 - 0.3
    middle = -0.3 - 0.2 - 0.5 * last
    first = 0.2 - 0.1 + 0.5 * middle
    torch.testing.assert_close(memory.advantages(0.5)[:, 0], torch.tensor([first, middle, last]))


def each_seat_finds_its_own_side_first() -> None:
    """The same hand gives the same inputs, whichever seat holds it."""
    game = shinar.make("babel")
    encoding = shinar.Encoding(game)
    see = ppo["Inputs"](game)
    rows, masks = torch.zeros(3, encoding.size, dtype=torch.int8), torch.zeros(3, 111, dtype=torch.int8)
    for seat in (0, 1):
        rows[seat, encoding.piece(f"players[{seat}].hand").start] = 3
    first, second, nothing = see(rows, masks, torch.tensor([0, 1, 0]))
    assert torch.equal(first, second)
    assert int(first.sum() - nothing.sum()) == 3


def piles_are_read_from_the_top() -> None:
    """Cards below the top may be any number of them: the same top gives the same inputs, but for the height."""
    game = shinar.make("babel")
    cards = shinar.Encoding(game).piece("players[0].rows[2].cards").start
    rows, masks = torch.zeros(2, shinar.Encoding(game).size, dtype=torch.int8), torch.zeros(2, 111, dtype=torch.int8)
    for number, pile in enumerate(([1, 4, 0, 3, 3, 2, 4], [4, 0, 3, 3, 2, 4])):
        rows[number, cards - 1], rows[number, cards : cards + len(pile)] = len(pile), torch.tensor(pile).to(torch.int8)
    first, second = ppo["Inputs"](game)(rows, masks, torch.tensor([0, 0]))
    assert int((first ^ second).sum()) == 1


def what_is_rewarded_becomes_likely() -> None:
    """After some updates on steps of which one action always paid, the network prefers it."""
    learner = ppo["Learner"](ppo["Settings"](games=8, steps=8, minibatch=32, width=16, threads=1))
    learner.play()
    memory = learner.memory
    with torch.no_grad():
        before, _ = learner.network(memory.inputs[0], memory.masks[0])
    likely = before.log_prob(memory.actions[0])
    memory.ended[:] = True
    memory.rewards[:], memory.rewards[0] = -1.0, 1.0
    learner.settings.epochs = 20
    learner.learn()
    after, _ = learner.network(memory.inputs[0], memory.masks[0])
    assert (after.log_prob(memory.actions[0]) - likely).mean() > 0
    learner.env.close()


CHECKS = [advantages_change_sides, each_seat_finds_its_own_side_first, piles_are_read_from_the_top]
for check in [*CHECKS, what_is_rewarded_becomes_likely]:
    check()

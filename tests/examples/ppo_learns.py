"""Run by test_ppo.py where PyTorch is: the parts of examples/ppo.py do what they say."""

import runpy
from pathlib import Path

import torch

import shinar

ppo = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "ppo.py"))


def each_seat_learns_from_its_own_choices() -> None:
    """What comes next for a seat is its own next choice or the end; without either nothing is known yet."""
    memory = ppo["Memory"](steps=4, games=1, inputs=1)
    memory.seats[:, 0] = torch.tensor([0, 1, 0, 1, 0])
    memory.values[:, 0] = torch.tensor([0.1, 0.2, 0.3, 0.4, 0.5])
    found, known = memory.advantages(0.5)
    last = 0.5 - 0.3
    torch.testing.assert_close(found[:, 0], torch.tensor([0.3 - 0.1 + 0.5 * last, 0.4 - 0.2, last, 0.0]))
    assert known[:, 0].tolist() == [True, True, True, False]


def nothing_reaches_across_the_end() -> None:
    """The last choice of each seat before the end is worth what the seat earns then."""
    memory = ppo["Memory"](steps=3, games=1, inputs=1)
    memory.seats[:, 0] = torch.tensor([0, 1, 1, 0])
    memory.values[:, 0] = torch.tensor([0.1, 0.2, 0.3, 0.4])
    memory.ended[1, 0], memory.rewards[1, 0] = True, torch.tensor([1.0, -1.0])
    found, known = memory.advantages(0.5)
    torch.testing.assert_close(found[:2, 0], torch.tensor([1 - 0.1, -1 - 0.2]))
    assert known[:, 0].tolist() == [True, True, False]


def each_seat_finds_its_own_city_first() -> None:
    """The same coins give the same inputs, whichever seat has them."""
    game = shinar.make("wonders", players=2)
    encoding = shinar.Encoding(game)
    see = ppo["Inputs"](game, torch.tensor([3, 5]))
    rows = torch.zeros(3, encoding.size, dtype=torch.int8)
    for seat in (0, 1):
        rows[seat, encoding.piece(f"cities[{seat}].coins").stop - 1] = 3
    masks = torch.zeros(3, game.first_chance_action, dtype=torch.int8)
    masks[:, 5] = 1
    first, second, nothing = see(rows, masks, torch.tensor([0, 1, 0]))
    assert torch.equal(first, second)
    assert int(first.sum() - nothing.sum()) == 3
    assert first[-2:].tolist() == [False, True]  # the legal actions


def what_is_rewarded_becomes_likely() -> None:
    """After some updates on steps of which one action always paid, the network prefers it."""
    learner = ppo["Learner"](ppo["Settings"](games=8, steps=8, minibatch=32, width=16, threads=1))
    learner.play()
    memory = learner.memory
    with torch.no_grad():
        before, _ = learner.network(memory.inputs[0])
    likely = before.log_prob(memory.actions[0])
    memory.ended[:] = True
    memory.rewards[:], memory.rewards[0] = -1.0, 1.0
    learner.settings.epochs = 20
    learner.learn()
    after, _ = learner.network(memory.inputs[0])
    assert (after.log_prob(memory.actions[0]) - likely).mean() > 0
    learner.env.close()


CHECKS = [each_seat_learns_from_its_own_choices, nothing_reaches_across_the_end, each_seat_finds_its_own_city_first]
for check in [*CHECKS, what_is_rewarded_becomes_likely]:
    check()

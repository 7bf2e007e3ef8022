"""Learn a game of two by playing against oneself: PPO with PyTorch on the processor, in one file.

    pip install 'shinar[research]' torch
    python examples/ppo.py --save ppo.pt              # learn
    python examples/ppo.py --load ppo.pt --meet 400   # meet `greedy` in 400 games of the arena

Hundreds of games are stepped at once by `shinar.envs.vector`. One network plays both seats; it is given what the seat
that is asked may know, and chooses among its legal actions. A win is 1, a loss -1, and there is no other reward.
The details follow CleanRL's `ppo.py`.
"""

import argparse
import time
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import shinar
import shinar.envs
from shinar.arena import Contest, run_contest
from shinar.bots.registry import register_bot
from shinar.core.bot import Budget
from shinar.core.compiled.layout import copy_of
from shinar.core.rng import Rng

DEPTH = 6  # cards of a pile that are looked at, from the top
STEPS = 12  # how far numbers are counted
PRIOR = 0.02  # what the policy counts beside the value when an action is chosen in the arena
NOT_LEGAL = -1e9  # instead of the logit of an action that may not be taken


@dataclass
class Settings:
    """What one may turn; each is an option of the command."""

    game: str = "babel"
    minutes: float = 50.0  # of processor time: two cores have two of them in a minute
    seed: int = 1
    threads: int = 2
    games: int = 256  # side by side
    steps: int = 128  # of each game between two updates
    epochs: int = 2  # how often each step is learned from
    minibatch: int = 2048
    width: int = 128  # of the two hidden layers
    learning_rate: float = 1e-3  # at first; it falls to zero
    trace: float = 0.97  # lambda: how far a surprise reaches back
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5  # weight of the value's loss
    max_norm: float = 0.5  # of a gradient
    checks: int = 10  # how often it meets `greedy` while it learns; that takes no time off its minutes
    check_games: int = 60


# ---- what the network is given ----------------------------------------------------------------------------------


class Inputs:
    """What a seat knows and may do as zeros and ones: for each number, whether it is at least 1, at least 2, and so on.

    The numbers are the entries of the encoding, with three changes. The parts of the two players change places for
    seat 1, so that a network always finds its own side first. Piles are read from the top, since cards are played
    there. And the legal actions are added.
    """

    def __init__(self, game: Any) -> None:
        encoding = shinar.Encoding(game)
        self.swap, self.heights, self.starts = own_side_first(encoding), *piles_of(encoding)
        low, high = (torch.from_numpy(bound).int() for bound in (encoding.low, encoding.high))
        for piece in encoding.pieces:
            if piece.name.endswith(".cards"):
                high[piece.start : piece.stop] = low[piece.start : piece.stop]  # they are seen from the top
        tops = torch.from_numpy(encoding.high).int()[self.starts].repeat_interleave(DEPTH) + 1
        low = torch.cat([low, torch.zeros(len(tops) + game.first_chance_action)])
        high = torch.cat([high, tops, torch.ones(game.first_chance_action)])
        steps = (high - low).clamp(max=STEPS).int()
        self.entries = torch.arange(len(steps)).repeat_interleave(steps)
        self.thresholds = torch.cat([low[entry] + 1 + torch.arange(steps[entry]) for entry in range(len(steps))]).to(
            torch.int8
        )

    def __len__(self) -> int:
        return len(self.entries)

    def __call__(self, rows: Tensor, masks: Tensor, seats: Tensor) -> Tensor:
        known = torch.where((seats == 1)[:, None], rows[:, self.swap], rows)
        places = known[:, self.heights].long()[..., None] - 1 - torch.arange(DEPTH)
        cards = known.gather(1, (self.starts[:, None] + places.clamp(min=0)).flatten(1))
        tops = torch.where(places.flatten(1) >= 0, cards + 1, 0)
        return torch.cat([known, tops, masks], 1)[:, self.entries] >= self.thresholds


def own_side_first(encoding: Any) -> Tensor:
    """For each entry of a row the one that takes its place when seat 1 looks."""
    order = torch.arange(encoding.size)
    for piece in encoding.pieces:
        if piece.name.startswith("players[0]"):
            other = encoding.piece(piece.name.replace("[0]", "[1]", 1))
            order[piece.start : piece.stop] = torch.arange(other.start, other.stop)
            order[other.start : other.stop] = torch.arange(piece.start, piece.stop)
    return order


def piles_of(encoding: Any) -> tuple[Tensor, Tensor]:
    """Of each pile of cards, bottom first, the entry with its height and the first entry of its cards."""
    names = [piece.name.removesuffix(".cards") for piece in encoding.pieces if piece.name.endswith(".cards")]
    heights = [encoding.piece(f"{name}.n").start for name in names]
    return torch.tensor(heights), torch.tensor([encoding.piece(f"{name}.cards").start for name in names])


# ---- the network ------------------------------------------------------------------------------------------------


class Network(nn.Module):
    """Two hidden layers, then the logits of all actions and the value for the seat that is asked."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(layer(inputs, width), nn.ReLU(), layer(width, width), nn.ReLU())
        self.policy, self.worth = layer(width, actions, 0.01), layer(width, 1, 1.0)

    def forward(self, inputs: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """How likely each legal action is, and the value."""
        hidden = self.body(inputs.float())
        logits = self.policy(hidden).masked_fill(~masks, NOT_LEGAL)
        return Categorical(logits=logits, validate_args=False), self.worth(hidden).squeeze(-1)


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A linear layer that begins orthogonal."""
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


# ---- learning ---------------------------------------------------------------------------------------------------


class Memory:
    """The steps of all games between two updates."""

    def __init__(self, steps: int, games: int, inputs: int, actions: int) -> None:
        self.inputs = torch.zeros(steps, games, inputs, dtype=torch.bool)
        self.masks = torch.zeros(steps, games, actions, dtype=torch.bool)
        self.seats = torch.zeros(steps + 1, games, dtype=torch.int64)
        self.values = torch.zeros(steps + 1, games)
        self.actions = torch.zeros(steps, games, dtype=torch.int64)
        self.logprobs, self.rewards = torch.zeros(steps, games), torch.zeros(steps, games)
        self.ended = torch.zeros(steps, games, dtype=torch.bool)

    def advantages(self, trace: float) -> Tensor:
        """How much better each action was than expected. What is good for one seat is as bad for the other."""
        found, later = torch.zeros_like(self.rewards), torch.zeros(self.rewards.shape[1])
        for step in reversed(range(len(found))):
            side = torch.where(self.seats[step] == self.seats[step + 1], 1.0, -1.0) * ~self.ended[step]
            surprise = self.rewards[step] + side * self.values[step + 1] - self.values[step]
            found[step] = later = surprise + trace * side * later
        return found


class Learner:
    """The network, the games it plays against itself, and how it learns from them."""

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        self.settings, self.game = settings, shinar.make(settings.game)
        self.see = Inputs(self.game)
        self.network = Network(len(self.see), self.game.first_chance_action, settings.width)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.learning_rate, eps=1e-5)
        self.env = shinar.envs.vector(self.game, n=settings.games, threads=settings.threads)
        self.env.reset(seed=settings.seed)
        self.memory = Memory(settings.steps, settings.games, len(self.see), self.game.first_chance_action)
        self.taken = 0  # steps of all games

    def bot(self) -> "LearnedBot":
        """What has been learned so far, as a bot."""
        return LearnedBot(self.game, self.see, self.network)

    def save(self, file: Path) -> None:
        """Save all that the bot needs."""
        inputs = (self.see.entries, self.see.thresholds)
        known = {
            "game": self.settings.game,
            "version": shinar.Encoding(self.game).version,
            "width": self.settings.width,
        }
        torch.save(known | {"inputs": inputs, "network": self.network.state_dict()}, file)

    @torch.no_grad()
    def play(self) -> None:
        """Play all games on for some steps, and remember them."""
        memory = self.memory
        for step in range(self.settings.steps):
            choices = self._look(step)
            memory.actions[step] = choices.sample()
            memory.logprobs[step] = choices.log_prob(memory.actions[step])
            _, rewards, ended, _, _ = self.env.step(memory.actions[step].numpy())
            memory.rewards[step], memory.ended[step] = torch.from_numpy(rewards), torch.from_numpy(ended)
        self._look(self.settings.steps)
        self.taken += memory.actions.numel()

    def _look(self, step: int) -> Categorical:
        """Remember what the seats see that are asked, but for the last step, of which only the value is needed."""
        memory, seats = self.memory, torch.from_numpy(self.env.agent)
        masks = torch.from_numpy(self.env.mask)
        inputs = self.see(torch.from_numpy(self.env.batch.arrays.observations), masks, seats)
        choices, memory.values[step] = self.network(inputs, masks.bool())
        memory.seats[step] = seats
        if step < self.settings.steps:
            memory.inputs[step], memory.masks[step] = inputs, masks.bool()
        return choices

    def learn(self) -> None:
        """Learn from what was played."""
        advantages = self.memory.advantages(self.settings.trace)
        returns = (advantages + self.memory.values[:-1]).flatten()
        advantages = advantages.flatten()
        for _ in range(self.settings.epochs):
            for part in torch.randperm(len(returns)).split(self.settings.minibatch):
                loss = self._loss(part, advantages[part], returns[part])
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.max_norm)
                self.optimizer.step()

    def _loss(self, part: Tensor, advantages: Tensor, returns: Tensor) -> Tensor:
        memory, settings = self.memory, self.settings
        choices, values = self.network(memory.inputs.flatten(0, 1)[part], memory.masks.flatten(0, 1)[part])
        ratio = (choices.log_prob(memory.actions.flatten()[part]) - memory.logprobs.flatten()[part]).exp()
        gain = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        kept = torch.min(gain * ratio, gain * ratio.clamp(1 - settings.clip, 1 + settings.clip)).mean()
        return (
            settings.value * 0.5 * ((values - returns) ** 2).mean() - kept - settings.entropy * choices.entropy().mean()
        )


def train(settings: Settings, file: Path) -> None:
    """Learn for the time given; save the network, and beside it the curve, at each check and at the end."""
    learner = Learner(settings)
    register_bot("ppo", "What has been learned so far.", lambda _game, _setting: learner.bot())
    curve = file.with_suffix(".csv")
    curve.write_text("minutes,steps,wins,low,high\n", encoding="utf-8")
    spent, check = 0.0, 0
    while spent < settings.minutes:
        if spent >= settings.minutes * check / settings.checks:
            tell(learner, spent, curve)
            learner.save(file)
            check += 1
        for group in learner.optimizer.param_groups:
            group["lr"] = settings.learning_rate * (1 - spent / settings.minutes)
        begin = time.process_time()
        learner.play()
        learner.learn()
        spent += (time.process_time() - begin) / 60
    tell(learner, spent, curve)
    learner.save(file)
    learner.env.close()


def tell(learner: Learner, spent: float, curve: Path) -> None:
    """Meet `greedy`, print how that went, and add it to the curve."""
    settings = learner.settings
    low, wins, high = meet(settings.game, "ppo", settings.check_games, settings.seed)
    print(
        f"{spent:6.2f} min {learner.taken:10,} steps: {wins:.1%} against greedy ({low:.1%} to {high:.1%})", flush=True
    )
    with curve.open("a", encoding="utf-8") as lines:
        lines.write(f"{spent:.2f},{learner.taken},{wins:.4f},{low:.4f},{high:.4f}\n")


# ---- in the arena -----------------------------------------------------------------------------------------------


class LearnedBot:
    """Looks one action ahead, as `greedy` does, and takes what its network values most."""

    name = "ppo"

    def __init__(self, game: Any, see: Inputs, network: Network) -> None:
        self.encoding, self.see, self.network = shinar.Encoding(game), see, network

    @torch.no_grad()
    def choose(self, observation: shinar.Observation[Any], _budget: Budget, _rng: Rng) -> int:
        """A legal action for the seat that observes."""
        legal = observation.legal_actions()
        met = [observation, *(after(observation, action) for action in legal)]
        rows = torch.from_numpy(np.stack([self.encoding.encode(known) for known in met]))
        masks = torch.from_numpy(np.stack([self.encoding.mask(known) for known in met]))
        choices, values = self.network(self.see(rows, masks, torch.full([len(met)], observation.seat)), masks.bool())
        return legal[int((values[1:] + PRIOR * choices.logits[0, legal]).argmax())]

    @classmethod
    def load(cls, file: str) -> "LearnedBot":
        """The bot that a file holds; ValueError if it was made for other rules or another encoding."""
        saved = torch.load(file, weights_only=True)
        game = shinar.make(saved["game"])
        if saved["version"] != shinar.Encoding(game).version:
            raise ValueError(f"{file} is for the encoding {saved['version']}, not {shinar.Encoding(game).version}")
        see = Inputs(game)
        network = Network(len(see), game.first_chance_action, saved["width"])
        network.load_state_dict(saved["network"])
        return cls(game, see, network)


def after(observation: shinar.Observation[Any], action: int) -> shinar.Observation[Any]:
    """What a seat knows after an action of its own; as before if others or chance come next: they are not guessed."""
    state = copy_of(observation.state)
    observation.game.apply(state, observation.seat, action)
    is_asked = observation.game.actors(state) == (observation.seat,)
    return replace(observation, state=state) if is_asked else observation


def meet(game: str, player: str, games: int, seed: int) -> tuple[float, float, float]:
    """How often a bot wins against `greedy`, between the bounds of its 95 % interval."""
    verdict = run_contest(Contest(game, (player, "greedy"), games, seed)).verdicts[0]
    return verdict.low, verdict.win_rate, verdict.high


def main() -> None:
    """Read the options, then learn or meet `greedy`."""
    parser = argparse.ArgumentParser(description="Learn a game of two by PPO, playing against oneself.")
    for field in fields(Settings):
        name = f"--{field.name.replace('_', '-')}"
        parser.add_argument(name, type=type(field.default), default=field.default, help=f"default: {field.default}")
    parser.add_argument("--save", type=Path, default=Path("ppo.pt"), help="where to save what is learned")
    parser.add_argument("--load", help="a saved network that is to meet greedy")
    parser.add_argument("--meet", type=int, default=400, help="the number of games that it plays")
    given = vars(parser.parse_args())
    save, load, games = given.pop("save"), given.pop("load"), given.pop("meet")
    if load is None:
        train(Settings(**given), save)
        return
    torch.set_num_threads(1)  # a single position is too little for two
    bot = LearnedBot.load(load)
    register_bot("ppo", "Loaded from a file.", lambda _game, _setting: bot)
    low, wins, high = meet(given["game"], "ppo", games, given["seed"])
    print(f"ppo wins {wins:.1%} of {games} games against greedy ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()

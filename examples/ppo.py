"""Learn 7 Wonders for two by playing against oneself: PPO with PyTorch on the processor, in one file.

    pip install 'shinar[research]' torch
    python examples/ppo.py --save ppo.pt              # learn
    python examples/ppo.py --load ppo.pt --meet 400   # meet `greedy` in 400 games of the arena

Hundreds of games are stepped at once by `shinar.envs.vector`. One network plays both seats; it is given what the seat
that is asked may know, and chooses among its legal actions. A win is 1, a loss -1, and there is no other reward.
The details follow CleanRL's `ppo.py`.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
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
from shinar.core.rng import Rng

GAME, OPTIONS = "wonders", {"players": 2}
STEPS = 10  # how far numbers are counted
SAMPLE = 400  # random steps that show which actions there are
NOT_LEGAL = -1e9  # instead of the logit of an action that may not be taken
# What the network looks at. Of a number it is told whether it is at least 1, at least 2, and so on; of anything else,
# such as a board or a card, which one it is. The hand is in the legal actions.
TABLE_NUMBERS, TABLE_NAMES = ("age", "turn"), ("seat", "phase")
CITY_NUMBERS = (
    "coins",
    "stages",
    "built",
    "colours",
    "shields",
    "fixed",
    "prices",
    "power_used",
    "victories",
    "defeats",
)
CITY_NAMES = ("face", "plan.step", "plan.use", "plan.card")


@dataclass
class Settings:
    """What one may turn; each is an option of the command."""

    minutes: float = 12.0  # of processor time: two cores have two of them in a minute
    seed: int = 1
    threads: int = 2
    games: int = 256  # side by side
    steps: int = 128  # of each game between two updates
    epochs: int = 2  # how often each step is learned from
    minibatch: int = 2048
    width: int = 128  # of the two hidden layers
    learning_rate: float = 1e-3  # at first; it falls to zero
    trace: float = 0.95  # lambda: how far a surprise reaches back
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5  # weight of the value's loss
    max_norm: float = 0.5  # of a gradient
    checks: int = 6  # how often it meets `greedy` while it learns; that takes no time off its minutes
    check_games: int = 60


# ---- what the network is given ----------------------------------------------------------------------------------


class Inputs:
    """What a seat knows and may do as zeros and ones, its own city first, then the other's and the Free City."""

    def __init__(self, game: Any, actions: Tensor) -> None:
        encoding = shinar.Encoding(game)
        looked_at = [list(entries_of(encoding, seat)) for seat in (0, 1)]
        first, self.at_least, self.is_name = (torch.tensor(list(part)) for part in zip(*looked_at[0], strict=True))
        second = torch.tensor([entry for entry, _, _ in looked_at[1]])
        self.entries, self.at_least = torch.stack([first, second]), self.at_least.to(torch.int8)
        self.actions = actions

    def __len__(self) -> int:
        return int(self.entries.shape[1]) + len(self.actions)

    def __call__(self, rows: Tensor, masks: Tensor, seats: Tensor) -> Tensor:
        numbers = rows.gather(1, self.entries[seats])
        known = torch.where(self.is_name, numbers == self.at_least, numbers >= self.at_least)
        return torch.cat([known, masks[:, self.actions].bool()], 1)


def entries_of(encoding: Any, seat: int) -> Iterator[tuple[int, int, bool]]:
    """For each input the entry of a row that it looks at, with what it is compared, and whether it must be equal."""
    for name in (*TABLE_NUMBERS, *TABLE_NAMES):
        yield from inputs_of(encoding, name, name in TABLE_NAMES)
    for city in (seat, 1 - seat, 2):
        for name in (*CITY_NUMBERS, *CITY_NAMES):
            yield from inputs_of(encoding, f"cities[{city}].{name}", name in CITY_NAMES)


def inputs_of(encoding: Any, name: str, is_name: bool) -> Iterator[tuple[int, int, bool]]:
    """The inputs for one field."""
    piece = encoding.piece(name)
    for entry in range(piece.start, piece.stop):
        low, high = int(encoding.low[entry]), int(encoding.high[entry])
        for value in range(low + 1, high + 1 if is_name else min(high, low + STEPS) + 1):
            yield entry, value, is_name


def actions_of(game: Any) -> Tensor:
    """The actions that there are in this game: all that were legal somewhere in some thousand random games."""
    env = shinar.envs.vector(game, n=1024)
    env.reset(seed=1)
    met = np.zeros(game.first_chance_action, bool)
    for _ in range(SAMPLE):
        env.step(env.random_actions())
        met |= env.mask.any(0)
    env.close()
    return torch.from_numpy(np.flatnonzero(met))


# ---- the network ------------------------------------------------------------------------------------------------


class Network(nn.Module):
    """Two hidden layers, then the logits of all actions and the value for the seat that is asked."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(layer(inputs, width), nn.ReLU(), layer(width, width), nn.ReLU())
        self.policy, self.worth = layer(width, actions, 0.01), layer(width, 1, 1.0)
        self.actions = actions

    def forward(self, inputs: Tensor) -> tuple[Categorical, Tensor]:
        """How likely each legal action is, and the value; the last of the inputs tell which are legal."""
        hidden = self.body(inputs.float())
        logits = self.policy(hidden).masked_fill(~inputs[:, -self.actions :], NOT_LEGAL)
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

    def __init__(self, steps: int, games: int, inputs: int) -> None:
        self.inputs = torch.zeros(steps, games, inputs, dtype=torch.bool)
        self.seats = torch.zeros(steps + 1, games, dtype=torch.int64)
        self.values = torch.zeros(steps + 1, games)
        self.actions = torch.zeros(steps, games, dtype=torch.int64)
        self.logprobs, self.rewards = torch.zeros(steps, games), torch.zeros(steps, games, 2)
        self.ended = torch.zeros(steps, games, dtype=torch.bool)

    def advantages(self, trace: float) -> tuple[Tensor, Tensor]:
        """How much better each action was than expected, and whether that is known.

        Each seat learns from what it meets itself: between two choices of its own are those of the other, which it
        does not see. Of a seat that is not asked again before the update nothing is known yet.
        """
        found, known = torch.zeros_like(self.logprobs), torch.zeros_like(self.ended)
        games, seats = torch.arange(found.shape[1]), self.rewards.shape[2]
        promised, later = torch.full([len(games), seats], torch.nan), torch.zeros(len(games), seats)
        promised[games, self.seats[-1]] = self.values[-1]  # to each seat, by what comes after this step
        for step in reversed(range(len(found))):
            ended, seat = self.ended[step, :, None], self.seats[step]
            promised, later = torch.where(ended, self.rewards[step], promised), torch.where(ended, 0.0, later)
            surprise = promised[games, seat] - self.values[step]
            known[step] = ~surprise.isnan()
            found[step] = surprise.nan_to_num() + trace * later[games, seat]
            promised[games, seat], later[games, seat] = self.values[step], found[step]
        return found, known


class Learner:
    """The network, the games it plays against itself, and how it learns from them."""

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        self.settings, self.game = settings, shinar.make(GAME, **OPTIONS)
        self.see = Inputs(self.game, actions_of(self.game))
        self.network = Network(len(self.see), len(self.see.actions), settings.width)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.learning_rate, eps=1e-5)
        self.env = shinar.envs.vector(self.game, n=settings.games, threads=settings.threads)
        self.env.reset(seed=settings.seed)
        self.memory = Memory(settings.steps, settings.games, len(self.see))
        self.taken = 0  # steps of all games

    def bot(self) -> "LearnedBot":
        """What has been learned so far, as a bot."""
        return LearnedBot(self.game, self.see, self.network)

    def save(self, file: Path) -> None:
        """Save all that the bot needs."""
        version, network = shinar.Encoding(self.game).version, self.network.state_dict()
        known = {"version": version, "actions": self.see.actions, "width": self.settings.width, "network": network}
        torch.save(known, file)

    @torch.no_grad()
    def play(self) -> None:
        """Play all games on for some steps, and remember them."""
        memory = self.memory
        for step in range(self.settings.steps):
            choices = self._look(step)
            memory.actions[step] = choices.sample()
            memory.logprobs[step] = choices.log_prob(memory.actions[step])
            _, _, ended, _, infos = self.env.step(self._legal(memory.actions[step]))
            memory.rewards[step], memory.ended[step] = torch.from_numpy(infos["rewards"]), torch.from_numpy(ended)
        self._look(self.settings.steps)
        self.taken += memory.actions.numel()

    def _look(self, step: int) -> Categorical:
        """Remember what the seats see that are asked, but for the last step, of which only the value is needed."""
        memory, seats = self.memory, torch.from_numpy(self.env.agent)
        rows, masks = torch.from_numpy(self.env.batch.arrays.observations), torch.from_numpy(self.env.mask)
        inputs = self.see(rows, masks, seats)
        choices, memory.values[step] = self.network(inputs)
        memory.seats[step] = seats
        if step < self.settings.steps:
            memory.inputs[step] = inputs
        return choices

    def _legal(self, chosen: Tensor) -> Any:
        """The ids of what was chosen; if nothing that the network knows is legal, the first action that is."""
        actions = self.see.actions[chosen].numpy()
        is_legal = self.env.mask[np.arange(len(actions)), actions] == 1
        return np.where(is_legal, actions, self.env.mask.argmax(1))

    def learn(self) -> None:
        """Learn from what was played."""
        advantages, known = self.memory.advantages(self.settings.trace)
        returns, advantages = (advantages + self.memory.values[:-1]).flatten(), advantages.flatten()
        steps = known.flatten().nonzero().squeeze(1)
        for _ in range(self.settings.epochs):
            for part in steps[torch.randperm(len(steps))].split(self.settings.minibatch):
                loss = self._loss(part, advantages[part], returns[part])
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.max_norm)
                self.optimizer.step()

    def _loss(self, part: Tensor, advantages: Tensor, returns: Tensor) -> Tensor:
        memory, settings = self.memory, self.settings
        choices, values = self.network(memory.inputs.flatten(0, 1)[part])
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
    low, wins, high = meet("ppo", learner.settings.check_games, learner.settings.seed)
    print(
        f"{spent:6.2f} min {learner.taken:10,} steps: {wins:.1%} against greedy ({low:.1%} to {high:.1%})", flush=True
    )
    with curve.open("a", encoding="utf-8") as lines:
        lines.write(f"{spent:.2f},{learner.taken},{wins:.4f},{low:.4f},{high:.4f}\n")


# ---- in the arena -----------------------------------------------------------------------------------------------


class LearnedBot:
    """Takes the action that its network thinks likeliest; it does not look ahead."""

    name = "ppo"

    def __init__(self, game: Any, see: Inputs, network: Network) -> None:
        self.encoding, self.see, self.network = shinar.Encoding(game), see, network

    @torch.no_grad()
    def choose(self, observation: shinar.Observation[Any], _budget: Budget, _rng: Rng) -> int:
        """A legal action for the seat that observes."""
        legal = observation.legal_actions()
        if len(legal) == 1:
            return legal[0]
        row = torch.from_numpy(self.encoding.encode(observation))[None]
        mask = torch.from_numpy(self.encoding.mask(observation))[None]
        choices, _ = self.network(self.see(row, mask, torch.tensor([observation.seat])))
        chosen = int(self.see.actions[choices.logits.argmax()])
        return chosen if chosen in legal else legal[0]

    @classmethod
    def load(cls, file: str) -> "LearnedBot":
        """The bot that a file holds; ValueError if it was made for other rules or another encoding."""
        saved = torch.load(file, weights_only=True)
        game = shinar.make(GAME, **OPTIONS)
        if saved["version"] != shinar.Encoding(game).version:
            raise ValueError(f"{file} is for the encoding {saved['version']}, not {shinar.Encoding(game).version}")
        see = Inputs(game, saved["actions"])
        network = Network(len(see), len(see.actions), saved["width"])
        network.load_state_dict(saved["network"])
        return cls(game, see, network)


def meet(player: str, games: int, seed: int) -> tuple[float, float, float]:
    """How often a bot wins against `greedy`, between the bounds of its 95 % interval."""
    verdict = run_contest(Contest(GAME, (player, "greedy"), games, seed, OPTIONS)).verdicts[0]
    return verdict.low, verdict.win_rate, verdict.high


def main() -> None:
    """Read the options, then learn or meet `greedy`."""
    parser = argparse.ArgumentParser(description="Learn 7 Wonders for two by PPO, playing against oneself.")
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
    low, wins, high = meet("ppo", games, given["seed"])
    print(f"ppo wins {wins:.1%} of {games} games against greedy ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()

"""Attacks of an active unit, with the exact chances of the tables: what they bring, and what they cost."""

from __future__ import annotations

from typing import NamedTuple

from parallel38.games.korean_war.players.chances import ALL, FACES, Result
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import attack, engagement, values
from parallel38.games.korean_war.rules.engagement import WAVES, kind_of
from parallel38.games.korean_war.state import AIR_BONUS, CAS, COMMUNIST, UN
from parallel38.hexgrid import Hex, Region, bits

LEAVES = 0.85
"""The chance that defenders who may choose retreat instead of standing for a step."""
HOLDS = 0.5
"""The chance that defenders in a city with points retreat instead of standing for a step."""


class Blow(NamedTuple):
    """An attack that a unit could make from a hex."""

    unit: int
    hex: Hex
    """The hex from which it attacks."""
    mode: str
    targets: tuple[Hex, ...]
    armor: tuple[int, ...]
    joining: tuple[int, ...]
    column: str
    gain: float
    """What the attack is worth without the place in which the unit ends, in factors."""
    clears: float
    """The chance that a defending hex is left."""
    units: tuple[int, ...]
    """The units that take part."""

    @property
    def target(self) -> Hex:
        """The first of the hexes."""
        return self.targets[0]

    def action(self) -> attack.Attack:
        """The attack as an action."""
        return attack.Attack(self.unit, self.mode, self.armor, self.joining)


class _Defense(NamedTuple):
    """What does not depend on the attackers."""

    hexes: tuple[Hex, ...]
    strength: int
    tank: int
    armored: int
    """The armor value of the defenders that counts as an advantage."""
    line: str
    drm: int
    steps: int
    losses: tuple[float, ...]
    """What the first steps that are lost are worth together, from none on."""
    prize: float
    leaves: float


class Blows:
    """The attacks that units of a side could make in one situation."""

    def __init__(self, survey: Survey) -> None:
        self.v = survey
        self._defenses: dict[Region, _Defense] = {}
        self._joined: dict[tuple[int, Region], tuple[list[int], list[int]]] = {}

    # ---------------------------------------------------------------------------------------------------------- defense

    def defense(self, hexes: Region) -> _Defense:
        """What defends some hexes, as the rules count it."""
        found = self._defenses.get(hexes)
        if found is None:
            found = self._defenses[hexes] = self._defense(hexes)
        return found

    def _defense(self, region: Region) -> _Defense:
        v, s, rules = self.v, self.v.s, self.v.rules
        hexes, foe = tuple(bits(region)), v.foe
        strength = tank = armored = steps = 0
        hit, trackless = list[int](), False
        for h in hexes:
            units = engagement.defenders(s, foe, (h,))
            held = [a for u in s.stacks(foe).get(h, ()) for a in s.assets(u)]
            strength += sum(values.defense(s, u, h) for u in units)
            strength += sum(values.defense(s, a, h) for a in held if not rules.armored[a])
            tank += sum(values.anti_tank(s, u, h) for u in (*units, *held))
            armor = sum(values.armor(s, a) for a in held if rules.armored[a])
            armored += armor
            trackless |= bool(armor and rules.trackless >> h & 1)
            hit += [u for u in units if rules.combat[u]]
        losses = [0.0]
        for u in sorted(hit, key=self._first):
            steps += s.steps(u)
            for n in range(s.steps(u)):
                losses.append(losses[-1] + (v.ground.step[u] if n else self._first(u)))
        die = rules.charts["combat_modifiers"]
        drm = min(rules.terrain_die[h] for h in hexes)
        drm += die["city", "die"] if rules.cities & region else 0
        if s.turn >= engagement.NAVAL_FROM and rules.naval & region:
            drm += die["naval_attack", "die"] if v.side == UN else die["naval_defense", "die"]
        return _Defense(
            hexes,
            max(1, strength),
            tank,
            0 if trackless else armored,
            "clear" if not region & ~rules.clear else "non_clear",
            drm,
            steps,
            tuple(losses),
            max(v.prize(h) for h in hexes),
            HOLDS if any(v.ground.city.get(h) for h in hexes) else LEAVES,
        )

    def _first(self, unit: int) -> float:
        """What the first step is worth that a unit loses."""
        return self.v.ground.step[unit] + self.v.scored(unit) / self.v.matter

    # ---------------------------------------------------------------------------------------------------------- attacks

    def at(self, unit: int, h: Hex, mode: str, first: bool) -> Blow | None:
        """The best attack of a unit from a hex in a mode, with armor or without; None without an enemy beside it."""
        v, s, rules = self.v, self.v.s, self.v.rules
        region = engagement.targets(s, v.side, h, unit)
        if not region:
            return None
        known = self.defense(region)
        must, may = self._neighbours(unit, region)
        stood = {h, *(s.where[u] for u in must)}
        joining: tuple[int, ...] = ()
        across = self._across(stood, known.hexes)
        if across:
            joining = tuple(may)
            stood |= {s.where[u] for u in may}
        attackers = (unit, *must, *joining)
        own = v.attack_of(unit, h)
        if rules.bonuses:
            own = values.first_attack(s, unit, own)
        strength = own + sum(v.attack_of(u, s.where[u]) for u in attackers[1:])
        drm = known.drm + self._manner(mode, first) + self._help(attackers)
        if across:
            drm += rules.charts["combat_modifiers"]["river", "die"]
        tanks = tuple(a for u in attackers for a in s.assets(u) if rules.armored[a])
        if known.armored and not tanks:
            strong = known.armored >= rules.charts["combat_limits"]["strong_armor", "figure"]
            drm += rules.charts["combat_modifiers"]["defending_armor_strong" if strong else "defending_armor", "die"]
        column = v.tables.column(strength, known.strength)
        plain = self._blow(unit, h, mode, known, (), joining, column, drm, attackers, {0: 1.0}, 0.0)
        if not tanks or any(rules.trackless >> t & 1 for t in known.hexes):
            return plain
        added, lost = self._armored(tanks, known, stood)
        tanked = self._blow(unit, h, mode, known, tanks, joining, column, drm, attackers, added, lost)
        return max(plain, tanked, key=lambda blow: blow.gain)

    def _neighbours(self, unit: int, region: Region) -> tuple[list[int], list[int]]:
        key = (unit, region)
        found = self._joined.get(key)
        if found is None:
            found = self._joined[key] = engagement.neighbours(self.v.s, self.v.side, unit, region)
        return found

    def _across(self, stood: set[Hex], hexes: tuple[Hex, ...]) -> bool:
        rivers, beside = self.v.rules.rivers, self.v.ground.beside
        return any(rivers.has(a, h) for h in hexes for a in beside[h] if a in stood)

    def _manner(self, mode: str, first: bool) -> int:
        kind, charts = kind_of(mode), self.v.rules.charts
        die = charts["attack_actions"][kind, "die"] if kind != "normal" or first else 0
        return die + (charts["combat_modifiers"]["wave", "die"] if mode in WAVES else 0)

    def _help(self, attackers: tuple[int, ...]) -> int:
        """Air support as far as it may be expected."""
        s, side = self.v.s, self.v.side
        if s.turn == 1:
            return 1 if side == COMMUNIST and s.track[AIR_BONUS] else 0
        if side == UN:
            return 1 if s.track[CAS] else 0
        return -1 if s.track[CAS] > 1 and len(attackers) > 1 else 0

    def _armored(self, tanks: tuple[int, ...], known: _Defense, stood: set[Hex]) -> tuple[dict[int, float], float]:
        rules, die = self.v.rules, self.v.rules.charts["armor_modifiers"]
        region = sum(1 << h for h in known.hexes)
        drm = die["river", "die"] if self._across(stood, known.hexes) else 0
        if rules.rugged & region:
            drm += die["rough", "die"]
        elif rules.broken & region:
            drm += die["broken", "die"]
        drm += die["city", "die"] if rules.cities & region else 0
        strength = sum(values.armor(self.v.s, a) for a in tanks)
        added, lost = self.v.tables.armor(strength, known.tank, drm)
        return dict(added), lost

    def _blow(
        self,
        unit: int,
        h: Hex,
        mode: str,
        known: _Defense,
        tanks: tuple[int, ...],
        joining: tuple[int, ...],
        column: str,
        drm: int,
        attackers: tuple[int, ...],
        added: dict[int, float],
        lost: float,
    ) -> Blow:
        """An attack with its worth over all faces of the dice."""
        v = self.v
        gain = -lost * v.ground.step[tanks[0]] * v.matter if tanks else 0.0
        clears = 0.0
        for bonus, chance in added.items():
            for die, result in enumerate(v.tables.faces(known.line, column, drm + bonus)):
                part, cleared = self._worth(result, known, unit, attackers)
                if mode in WAVES and die <= v.tables.wave_to:
                    part -= v.ground.step[unit] * v.matter
                gain += chance * part / FACES
                clears += chance * cleared / FACES
        return Blow(unit, h, mode, known.hexes, tanks, joining, column, gain, clears, attackers)

    def _worth(self, result: Result, known: _Defense, unit: int, attackers: tuple[int, ...]) -> tuple[float, float]:
        """What a result is worth in factors, and the chance with it that a hex is left."""
        v = self.v
        if result.own:
            return -self._own(result.own, unit, attackers), 0.0
        if not result.steps and not result.retreat:
            return 0.0, 0.0
        n = min(result.steps, known.steps)
        gain = known.losses[n] * v.matter
        if n >= known.steps:
            return gain + known.prize + v.w["breach"], 1.0
        if not result.retreat:
            return gain, 0.0
        stays = known.losses[n + 1] - known.losses[n]
        gain += known.leaves * (known.prize + v.w["breach"] + v.w["rout"] * v.matter)
        return gain + (1 - known.leaves) * stays * v.matter, known.leaves

    def _own(self, n: int, unit: int, attackers: tuple[int, ...]) -> float:
        """What the loss of so many steps costs the attackers, the active unit first."""
        v = self.v
        if n >= ALL:
            return sum(v.ground.worth(v.s, u) * v.matter + v.scored(u) for u in attackers)
        had = v.s.steps(unit)
        rest = [v.ground.step[u] for u in attackers[1:]]
        price = self._first(unit) + (min(n, had) - 1) * v.ground.step[unit]
        if n > had and rest:
            price += (n - had) * min(rest)
        return price * v.matter

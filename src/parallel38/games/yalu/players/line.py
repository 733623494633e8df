"""The UN's line: the cheapest chain of posts from the Yellow Sea to the Sea of Japan, and what depends on its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from parallel38.games.yalu.players import staff
from parallel38.games.yalu.players.danger import Danger
from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.rules.sea import REGIMENT, SMALL
from parallel38.games.yalu.state import COMMUNIST, UN
from parallel38.hexgrid import Distances, Hex, Region, bits
from parallel38.players import lines
from parallel38.players.plans import Term, decisive, score

PAST = 2
"""The distance in hexes from a city within which a line still depends on it."""
TRAP = 3.0
"""The cost, for a line, of a post from which no unit could retreat."""
OVERRUN = 0.5
"""The largest average share of the enemy's army that may have passed the posts of a line."""
NOWHERE = 1e6
"""The cost of a hex in which no post may be."""
CHEAPEST = 0.1
"""The lowest cost of a post: a chain becomes no cheaper by going on."""
NEIGHBOURHOOD = 2
"""The distance in hexes within which a post is compared with other hexes."""


class LinePlanner:
    """Chooses the line in a situation."""

    def __init__(self, danger: Danger) -> None:
        self.danger, self.survey, self.w = danger, danger.survey, danger.w
        self.late = self.survey.s.turn / len(self.survey.rules.turns)
        """The part of the game that is over, from 0 to 1."""

    def plan(self) -> Line:
        """The cheapest line; without posts if the enemy has passed it."""
        rules, ground = self.survey.rules, self.survey.ground
        free = rules.land & ~self.survey.s.held_by(COMMUNIST)
        cost = [NOWHERE] * rules.grid.size
        for h in bits(free):
            cost[h] = -score(self.terms(h))
        cost[ground.seoul] = max(CHEAPEST, cost[ground.seoul])
        west, east = (rules.grid.around(sea) & free for sea in (ground.west, ground.east))
        posts = lines.line(bits(west), set(bits(east)), cost, lambda h: bits(self._around(h) & free))
        passed = sum(self._passed[h] for h in posts)
        return Line(self.danger, posts if passed <= OVERRUN * len(posts) else [])

    def terms(self, h: Hex) -> Iterator[Term]:
        """The terms for and against a post in a hex, in the order in which they are added up."""
        w, ground, survey = self.w, self.survey.ground, self.survey
        yield "post", -w["post"]
        yield "terrain", -(w["soft"] * (2 - ground.assault[h]))
        yield "danger", -(w["danger"] * self.danger.loss[h])
        if h != ground.seoul and survey.contact[h] and survey.trapped(h):
            yield "retreat", -TRAP
        yield "north", -(w["ground"] * (self._top - ground.depth[h]))
        if ground.counts >> h & 1:
            yield "parallel", -(w["parallel"] * self.late)
        yield "passed", -(w["behind"] * max(0.0, self._passed[h] - w["strays"]))
        yield "reach", -(w["late"] * max(0.0, 1.0 - self._reached.get(h, 0.0) / 10.0))
        if not survey.supplied_near >> h & 1:
            yield "supply", -w["hunger"]
        if h == ground.seoul:
            yield "seoul", w["keep"] * (1 + self.late)

    def why(self, h: Hex) -> str:
        """The name of the term that speaks most for a post, compared with the hexes around it; empty if none does."""
        others = bits(self._around(h) & self.survey.rules.land & ~self.survey.s.held_by(COMMUNIST))
        return decisive(self.terms(h), (self.terms(n) for n in others))

    @cached_property
    def _top(self) -> int:
        """The greatest distance of a hex from the south edge, in hexes."""
        depth = self.survey.ground.depth
        return max(depth[h] for h in bits(self.survey.rules.land) if depth[h] < 100)

    @cached_property
    def _reached(self) -> dict[Hex, float]:
        """For each hex, the factors that can be there after this move."""
        survey, found = self.survey, dict[Hex, float]()
        for unit, reach in survey.reaches.items():
            for h in reach:
                found[h] = found.get(h, 0.0) + survey.rules.strength[unit]
        for h, units in survey.mine.items():
            found[h] = found.get(h, 0.0) + survey.mass([u for u in units if u not in survey.reaches])
        return found

    @cached_property
    def _passed(self) -> list[float]:
        """For each hex, the share of the enemy's factors that stands nearer to the south edge than the hex itself."""
        ground, depths = self.survey.ground, [0.0] * 100
        for h, units in self.survey.theirs.items():
            depths[ground.depth[h]] += self.survey.power(units)
        total = sum(depths) or 1.0
        nearer = [sum(depths[:d]) / total for d in range(100)]
        return [nearer[min(d, 99)] for d in ground.depth]

    def _around(self, h: Hex) -> Region:
        """The hexes within two hexes of a hex: in them the next post may stand."""
        return self.survey.ground.within(h, NEIGHBOURHOOD) & ~(1 << h)


@dataclass(frozen=True)
class Line:
    """A line of posts in a situation, and what depends on where it is."""

    danger: Danger
    """The danger in the situation, with the weights with which the line was chosen."""
    posts: Sequence[Hex]
    """The posts from west to east; none if no line can be held."""

    @property
    def survey(self) -> Survey:
        """The situation."""
        return self.danger.survey

    @property
    def w(self) -> Mapping[str, float]:
        """The weights with which the line was chosen."""
        return self.danger.w

    def later(self, survey: Survey) -> Line:
        """The line with the same posts in a later situation."""
        return Line(Danger(survey, self.w), self.posts)

    @cached_property
    def front(self) -> int:
        """The depth of the northernmost post."""
        return max((self.survey.ground.depth[h] for h in self.posts), default=0)

    @cached_property
    def ports(self) -> set[Hex]:
        """The ports ahead of the line from which ships can still bring units home (9.3.5)."""
        s, rules, depth = self.survey.s, self.survey.rules, self.survey.ground.depth
        closed = rules.north if not s.effect(UN, "sea_north") else 0
        closed |= s.held_by(COMMUNIST)  # a port that the enemy has left is friendly again when a unit enters it
        ports = (h for name, h in rules.ports.items() if name not in SMALL)
        return {h for h in ports if depth[h] > self.front > 0 and not closed >> h & 1}

    @cached_property
    def small_ports(self) -> dict[Hex, int]:
        """The small ports ahead of the line that are open (9.3.5.3), with the weight that each can still take in this
        turn."""
        s, ports, depth = self.survey.s, self.survey.rules.ports, self.survey.ground.depth
        if "Iwon" in ports and not s.effect(UN, "iwon_open"):
            ports = {name: h for name, h in ports.items() if name != "Iwon"}
        free = {ports[name]: REGIMENT - s.track[used] for name, used in SMALL.items() if name in ports}
        mine = {h for name, h in ports.items() if s.controls(UN, name)}
        return {h: room for h, room in free.items() if h in mine and depth[h] > self.front > 0}

    @cached_property
    def distance(self) -> list[int]:
        """The distance of each hex from the line or any port, in parts of a movement point."""
        return self._distance({*self.ports, *self.small_ports})

    @cached_property
    def _distance_without_blizzards(self) -> list[int]:
        """The distance of each hex from the line or a port in waters without blizzards, in parts of a point."""
        return self._distance(h for h in self.ports if not self.survey.rules.north >> h & 1)

    def _distance(self, ports: Iterable[Hex]) -> list[int]:
        """The distance of each hex from the line or these ports, in parts of a movement point, by ways around the
        enemy's zones."""
        s, rules = self.survey.s, self.survey.rules
        goal = sum(1 << h for h in {*self.posts, *ports})
        if not goal:  # where the army gathers
            gathering = [self.survey.ground.seoul] if s.controls(UN, "Seoul") else staff.pusan_hexes(s)
            goal = sum(1 << h for h in gathering)
        costs = rules.costs("road_un_other", False, ())
        avoided = self.survey.enemy_zone & ~s.held_by(UN)
        found = Distances(costs, goal, s.held_by(COMMUNIST), avoided, 3 * rules.point).all()
        return [found.get(h, FAR) for h in range(rules.grid.size)]

    def near(self, h: Hex) -> bool:
        """Whether a hex is in supply and not far from the line, or from a port in waters without blizzards."""
        leash = self.w["leash"] * self.survey.rules.point
        supplied = bool(self.survey.supplied_near >> h & 1)
        return supplied and (self._distance_without_blizzards[h] <= leash or not self.posts)

    def gives_up(self, h: Hex) -> bool:
        """Whether the line leaves a city to the enemy: its nearest post is well south of it, or far away."""
        depth, distance = self.survey.ground.depth, self.survey.rules.grid.distance
        post = min(self.posts, key=lambda post: (distance(post, h), post), default=h)
        return depth[h] > depth[post] + PAST or distance(post, h) > 2 * PAST

    def why(self, *posts: Hex) -> str:
        """The name of the term that speaks most for a post, or for most of some posts; empty if none does."""
        planner = LinePlanner(self.danger)
        found = Counter(name for h in posts if (name := planner.why(h)))
        return max(found, key=lambda name: found[name], default="")

import { percentile } from './load.ts';
import { formatFactor } from './report.ts';

/** Servers take turns, so that what else the machine does affects each of them; a ratio is of two figures of one turn. */

export type Turns<Figure extends string> = readonly Readonly<Record<Figure, number>>[];

const middleOf = (all: readonly number[]): number => percentile(all, 0.5);

export const median = <Figure extends string>({ turns }: { turns: Turns<Figure> }, figure: Figure): number =>
  middleOf(turns.map((turn) => turn[figure]));

/** The figure as a multiple of another server's in the same turn: the median, the least and the most. */
export function ratio<Figure extends string>(
  one: { turns: Turns<Figure> },
  other: { turns: Turns<Figure> },
  figure: Figure,
): { middle: number; least: number; most: number } {
  const all = one.turns.map((turn, at) => turn[figure] / (other.turns[at]?.[figure] ?? 0));
  return { middle: middleOf(all), least: Math.min(...all), most: Math.max(...all) };
}

/** The cells of a figure as a multiple of the proxy's and of the endpoint's, and in its worst turn beside the endpoint. */
export function ratioCells<Figure extends string>(
  one: { turns: Turns<Figure> },
  peers: Readonly<Record<'proxy' | 'endpoint', { turns: Turns<Figure> }>>,
  figure: Figure,
  worst: 'least' | 'most' = 'most',
): string[] {
  const endpoint = ratio(one, peers.endpoint, figure);
  return [ratio(one, peers.proxy, figure).middle, endpoint.middle, endpoint[worst]].map(formatFactor);
}

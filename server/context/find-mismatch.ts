import { isSameGatewayAmount } from '../../shared/money.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The first field in which a response differs from its request; undefined if none does. Absent fields are not compared.
 */
export function findMismatchedField(
  asked: Fields,
  said: Fields,
  { texts, sums }: { texts: readonly string[]; sums: readonly string[] },
): string | undefined {
  return (
    texts.find((name) => differ(toText(asked[name]), toText(said[name]), (ours, theirs) => ours === theirs)) ??
    sums.find((name) =>
      differ(toSum(asked[name]), toSum(said[name]), (ours, theirs) => isSameGatewayAmount(theirs, ours)),
    )
  );
}

function differ(
  ours: string | undefined,
  theirs: string | undefined,
  isSame: (ours: string, theirs: string) => boolean,
): boolean {
  return ours !== undefined && theirs !== undefined && !isSame(ours, theirs);
}

function toText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined;
}

/** Sums of the issuing area are JSON numbers (interface 2.1). */
function toSum(value: unknown): string | undefined {
  return typeof value === 'number' ? value.toFixed(2) : toText(value);
}

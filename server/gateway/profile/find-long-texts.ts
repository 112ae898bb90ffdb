import { isLongerThan } from '../../../shared/characters.ts';
import type { FieldError } from '../../../shared/errors.ts';
import type { FieldLengths } from '../../../shared/interface/formats.ts';
import type { GatewayProfile } from './schema.ts';

/**
 * The fields longer than the profile's `field_lengths` allow.
 * @param texts for each path of a body, the interface's field and its text
 */
export function findOverlongTexts(
  { field_lengths: lengths }: Pick<GatewayProfile, 'field_lengths'>,
  texts: Readonly<Record<string, readonly [field: keyof FieldLengths, text: string | undefined]>>,
): FieldError[] {
  return Object.entries(texts).flatMap(([path, [field, text = '']]) => {
    if (!isLongerThan(text, lengths[field])) return [];
    return [{ path, code: 'too_long' as const, rule: `at most ${String(lengths[field])} characters` }];
  });
}

import type * as z from './zod.ts';
import type { FieldError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** Converts the issues of a failed parse to fields with a code and the rule as text; never repeats the input. */
export function toFieldErrors(error: z.core.$ZodError, input: unknown): FieldError[] {
  return error.issues.flatMap((issue) => fieldsOf(issue, input));
}

function fieldsOf(issue: Issue, input: unknown): FieldError[] {
  const path = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: path === '' ? key : `${path}.${key}`,
        code: 'unknown_field',
        rule: 'no such field',
      }));
    case 'too_big':
      return issue.origin === 'array'
        ? [{ path, code: 'too_many', rule: `at most ${String(issue.maximum)} entries` }]
        : [{ path, code: 'too_long', rule: `${atMost(issue)}${unit(issue.origin)}` }];
    case 'too_small':
      return issue.origin === 'array'
        ? [{ path, code: 'too_few', rule: `at least ${String(issue.minimum)} entries` }]
        : [{ path, code: 'too_short', rule: `${atLeast(issue)}${unit(issue.origin)}` }];
    case 'invalid_type':
      return isMissing(issue.path, input)
        ? [{ path, code: 'required', rule: 'must be given' }]
        : [{ path, code: 'type', rule: `must be of type ${issue.expected}` }];
    case 'invalid_value':
      return isMissing(issue.path, input)
        ? [{ path, code: 'required', rule: 'must be given' }]
        : [{ path, code: 'not_allowed', rule: `one of ${issue.values.map(String).join(', ')}` }];
    case 'invalid_union':
      return (
        closestOf(issue)?.flatMap((one) => fieldsOf({ ...one, path: [...issue.path, ...one.path] }, input)) ?? [
          { path, code: 'type', rule: 'has none of the allowed shapes' },
        ]
      );
    default:
      return [{ path, code: 'format', rule: ruleOf(issue) }];
  }
}

/** The issues of the only union member with the right type; undefined if several members have it. */
function closestOf({ errors }: z.core.$ZodIssueInvalidUnion): readonly Issue[] | undefined {
  const near = errors.filter(
    (option) => !option.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return near.length === 1 ? near[0] : undefined;
}

function ruleOf(issue: Issue): string {
  return issue.message === '' || issue.message === 'Invalid input' ? 'has the wrong format' : issue.message;
}

function atMost({ maximum, inclusive = true }: Extract<Issue, { code: 'too_big' }>): string {
  return `${inclusive ? 'at most' : 'less than'} ${String(maximum)}`;
}

function atLeast({ minimum, inclusive = true }: Extract<Issue, { code: 'too_small' }>): string {
  return `${inclusive ? 'at least' : 'more than'} ${String(minimum)}`;
}

function unit(origin: string): string {
  return origin === 'string' ? ' characters' : '';
}

function isMissing(path: readonly PropertyKey[], input: unknown): boolean {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return true;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}

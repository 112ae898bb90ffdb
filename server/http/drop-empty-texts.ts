import type * as z from '../../shared/zod.ts';

type Schema = z.core.$ZodType;

interface Def {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Readonly<Record<string, Schema>>;
  options?: readonly Schema[];
  in?: Schema;
  left?: Schema;
  right?: Schema;
}

/** Removes empty optional texts from a body: forms and shop systems send an empty text for a missing value. */
export function dropEmptyTexts(schema: Schema, value: unknown): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return def.innerType === undefined ? value : dropEmptyTexts(def.innerType, value);
    case 'pipe':
      return def.in === undefined ? value : dropEmptyTexts(def.in, value);
    case 'array': {
      const { element } = def;
      if (element === undefined || !Array.isArray(value)) return value;
      return value.map((entry) => dropEmptyTexts(element, entry));
    }
    case 'union': {
      const option = def.options?.find((candidate) => kindOf(candidate) === kindOfValue(value));
      return option === undefined ? value : dropEmptyTexts(option, value);
    }
    case 'intersection':
      return [def.left, def.right].reduce<unknown>(
        (left, part) => (part === undefined ? left : dropEmptyTexts(part, left)),
        value,
      );
    case 'object':
      return dropEmptyFields(def.shape ?? {}, value);
    default:
      return value;
  }
}

function dropEmptyFields(shape: Readonly<Record<string, Schema>>, value: unknown): unknown {
  if (kindOfValue(value) !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).flatMap(([name, part]): [string, unknown][] => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field === undefined) return [[name, part]];
      if (part === '' && defOf(field).type === 'optional' && takesText(field)) return [];
      return [[name, dropEmptyTexts(field, part)]];
    }),
  );
}

function takesText(schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  const { type, innerType, in: first, options } = defOf(schema);
  if (type === 'optional' || type === 'nullable') return takesText(innerType);
  if (type === 'pipe') return takesText(first);
  if (type === 'union') return options?.some(takesText) === true;
  return type === 'string' || type === 'enum' || type === 'literal';
}

function kindOf(schema: Schema): string {
  const { type, innerType, in: first } = defOf(schema);
  if (type === 'optional' || type === 'nullable') return innerType === undefined ? type : kindOf(innerType);
  return type === 'pipe' && first !== undefined ? kindOf(first) : type;
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : '';
}

function defOf(schema: Schema): Def {
  return schema._zod.def;
}

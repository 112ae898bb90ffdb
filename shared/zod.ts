import * as mini from 'zod/mini';
import { $constructor, $ZodObjectJIT, type $ZodObjectDef } from 'zod/v4/core';

/**
 * `zod/mini` whose object schemas compile their parser at its first use, as those of `zod` do, where the platform allows
 * that. The API is that of `zod/mini`.
 */
export * from 'zod/mini';

type InitSchema = (schema: mini.ZodMiniObject, def: $ZodObjectDef) => void;

const CompiledObject = $constructor<mini.ZodMiniObject, $ZodObjectDef>('CompiledObject', (schema, def) => {
  for (const { init } of [$ZodObjectJIT, mini.ZodMiniObject] as { init: InitSchema }[]) init(schema, def);
});

/** Like the function of `zod/mini`, with a compiled parser. */
function compiled<Make>(make: Make & ((...given: never[]) => mini.ZodMiniObject)): Make {
  return ((...given: never[]) => new CompiledObject(make(...given)._zod.def)) as Make;
}

export const object: typeof mini.object = compiled(mini.object);
export const strictObject: typeof mini.strictObject = compiled(mini.strictObject);
export const looseObject: typeof mini.looseObject = compiled(mini.looseObject);

import * as mini from 'zod/mini';
import { $constructor, $ZodObjectJIT, util, type $ZodObjectDef } from 'zod/v4/core';

/**
 * `zod/mini` whose object schemas compile their parser at its first use, as those of `zod` do, where the platform allows
 * that. The API is that of `zod/mini`.
 */
export * from 'zod/mini';

type InitSchema = (schema: mini.ZodMiniObject, def: $ZodObjectDef) => void;

const CompiledObject = $constructor<mini.ZodMiniObject, $ZodObjectDef>('CompiledObject', (schema, def) => {
  for (const { init } of [$ZodObjectJIT, mini.ZodMiniObject] as { init: InitSchema }[]) init(schema, def);
});

/** The function of `zod/mini` that treats unknown keys likewise, with a compiled parser. */
function compiled(catchall?: () => mini.ZodMiniType) {
  return (shape: mini.core.$ZodLooseShape = {}, params?: string | mini.core.$ZodObjectParams) =>
    new CompiledObject({
      type: 'object',
      shape,
      ...(catchall === undefined ? {} : { catchall: catchall() }),
      ...util.normalizeParams(params),
    });
}

export const object = compiled() as typeof mini.object;
export const strictObject = compiled(mini.never) as typeof mini.strictObject;
export const looseObject = compiled(mini.unknown) as typeof mini.looseObject;

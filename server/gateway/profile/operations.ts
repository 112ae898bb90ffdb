import * as z from '../../../shared/zod.ts';
import {
  ISSUING_OPERATION_NAMES,
  ACQUIRING_OPERATION_NAMES,
  DIGEST_RECIPE_NAMES,
  type AcquiringOperationName,
  type DigestRecipeName,
} from './operation-names.ts';
import {
  GATEWAY_MESSAGE_KINDS,
  isDigestRecipeField,
  isResponseDigestRecipeField,
  knownFieldNamesOfGroup,
  type FieldNameSource,
} from './digest-recipe-fields.ts';

/** The transport of operations: paths, methods, field names, digest recipes. */

/** The transport of one operation. */
const Operation = z.strictObject({
  path: z.string().check(z.regex(/^\/[\w./-]*$/, 'a path such as /v1/authorise')),
  /** The encoding of the body. */
  encoding: z.enum(['json', 'form']),
  /** The Content-Type header; the interface's samples declare a form even where they send JSON. */
  content_type: z.string().check(z.regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/, 'a media type')),
  /**
   * The HTTP method, for operations whose method the interface does not show. Default: POST. The fields of a GET are in
   * its query.
   */
  method: z.optional(z.enum(['POST', 'GET', 'PUT'])),
});
export type OperationProfile = z.infer<typeof Operation>;

/** The names of the joined and hashed values, in order; the sign key is appended. */
const RecipeFields = z.array(z.string().check(z.regex(/^[a-z_0-9]+$/i, 'the name of a field'))).check(z.minLength(1));

/** A recipe in the settings: the names, or the names and whether the acquirer confirmed them. */
const Recipe = z.union([
  RecipeFields,
  z.strictObject({
    /** Default: the names of the default recipe. */
    fields: z.optional(RecipeFields),
    /** Responses whose digest differs from this recipe are refused. */
    confirmed: z.boolean(),
  }),
]);

/** Operations whose HTTP method the interface does not show (interface 4.10). */
const METHOD_NOT_SHOWN: readonly string[] = ['uploadLogistics', 'payoutQuery', 'payoutBalance', 'unsettledAmount'];

/** The transport of one issuing operation: always JSON (interface 4.8). */
const IssuingOperation = z.strictObject({ path: Operation.def.shape.path });

export const XmlElementName = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, 'the name of an XML element'));

export const DigestRecipes = z.record(z.enum(DIGEST_RECIPE_NAMES), Recipe).check(({ value, issues }) => {
  for (const [recipe, written] of Object.entries(value)) {
    const isList = Array.isArray(written);
    const names = isList ? written : (written.fields ?? []);
    names.forEach((name, index) => {
      if (isDigestRecipeField(recipe as DigestRecipeName, name)) return;
      const message = 'the name of a text or a number of this operation';
      const path = isList ? [recipe, index] : [recipe, 'fields', index];
      issues.push({ code: 'custom', input: name, path, message });
    });
  }
});

export const Operations = z.record(z.enum(ACQUIRING_OPERATION_NAMES), Operation).check(({ value, issues }) => {
  for (const [name, { method }] of Object.entries(value)) {
    if (method === undefined || METHOD_NOT_SHOWN.includes(name)) continue;
    const message = `no method: the interface shows POST; only ${METHOD_NOT_SHOWN.join(', ')} may have another`;
    issues.push({ code: 'custom', input: method, path: [name, 'method'], message });
  }
});

/**
 * The gateway's field names by operation, and of payment responses (`result`) and notifications; the key is our name.
 * Recipes use our names.
 */
export const WireFieldNames = z
  .partialRecord(z.enum(GATEWAY_MESSAGE_KINDS), z.record(z.string(), XmlElementName))
  .check(({ value, issues }) => {
    for (const [operation, names] of Object.entries(value)) {
      const known = knownFieldNamesOfGroup(operation as FieldNameSource);
      const left = [...known].filter((name) => !Object.hasOwn(names, name));
      for (const [name, wire] of Object.entries(names)) {
        const isKnown = known.size === 0 || known.has(name);
        const isTaken = left.includes(wire) || Object.values(names).filter((other) => other === wire).length > 1;
        if (isKnown && !isTaken) continue;
        const message = isKnown ? 'a name that no other field of the operation has' : 'a field of this operation';
        issues.push({ code: 'custom', input: wire, path: [operation, name], message });
      }
    }
  });

/** The JSON operations, whose responses repeat the request's digest unless the profile has a recipe. */
const RESPONSE_RECIPE_NAMES = ACQUIRING_OPERATION_NAMES.filter((name) => name !== 'authorise' && name !== 'checkout');

export const ResponseDigestRecipes = z
  .partialRecord(z.enum(RESPONSE_RECIPE_NAMES), RecipeFields)
  .check(({ value, issues }) => {
    for (const [operation, names] of Object.entries(value)) {
      names.forEach((name, index) => {
        if (isResponseDigestRecipeField(operation as AcquiringOperationName, name)) return;
        const message = 'the name of a text of this response';
        issues.push({ code: 'custom', input: name, path: [operation, index], message });
      });
    }
  });

export const IssuingOperations = z.record(z.enum(ISSUING_OPERATION_NAMES), IssuingOperation);

import type * as z from 'zod/mini';

/** A type that a module of `shared` exports. */
export interface ExportedType {
  name: string;
  from: string;
}

/** Writes zod schemas as TypeScript types. Named ones are imported. */
export interface TypeScriptTypeWriter {
  /** @throws Error for a schema without a type, such as a transform */
  write(schema: z.core.$ZodType): string;
  /** The imports of the named types written so far. */
  imports(): string;
  /** Re-exports of the same types. */
  exports(): string;
}

export function createTypeScriptTypeWriter(named: ReadonlyMap<z.core.$ZodType, ExportedType>): TypeScriptTypeWriter {
  const used = new Map<string, ExportedType>();
  const write = (given: z.core.$ZodType): string => {
    const known = named.get(given);
    if (known !== undefined) {
      if (used.has(known.name) && used.get(known.name)?.from !== known.from)
        throw new Error(`${known.name}: two types`);
      used.set(known.name, known);
      return known.name;
    }
    const { def } = (given as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'unknown':
        return def.type;
      case 'optional':
        return join([write(def.innerType), 'undefined']);
      case 'nullable':
        return `${write(def.innerType)} | null`;
      case 'array':
        return `(${write(def.element)})[]`;
      case 'enum':
        return Object.values(def.entries).map(toLiteral).join(' | ');
      case 'literal':
        return def.values.map(toLiteral).join(' | ');
      case 'union':
        return join(def.options.map(write));
      case 'intersection':
        return `(${write(def.left)}) & (${write(def.right)})`;
      case 'record':
        return `Record<${write(def.keyType)}, ${write(def.valueType)}>`;
      case 'pipe':
        // What a caller sends.
        return write(def.in);
      case 'object':
        return toObject(def, write);
      default:
        throw new Error(`a schema of type ${def.type} has no type in the client`);
    }
  };
  const statements = (word: 'import' | 'export'): string => {
    const sorted = [...used.values()].sort((a, b) => a.from.localeCompare(b.from) || a.name.localeCompare(b.name));
    const modules = [...new Set(sorted.map(({ from }) => from))];
    return modules
      .map((from) => {
        const names = sorted.filter((type) => type.from === from).map(({ name }) => name);
        return `${word} type { ${names.join(', ')} } from '${from}';`;
      })
      .join('\n');
  };
  return { write, imports: () => statements('import'), exports: () => statements('export') };
}

/** A loose object has any further fields; one that is loose alone is a record. */
function toObject(def: z.core.$ZodObjectDef, write: (schema: z.core.$ZodType) => string): string {
  const isLoose = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
  const fields = Object.entries(def.shape).map(([name, field]) => {
    const isOptional = field._zod.def.type === 'optional';
    return `${name}${isOptional ? '?' : ''}: ${write(field)};`;
  });
  return `{ ${[...fields, ...(isLoose ? ['[name: string]: unknown;'] : [])].join('\n')} }`;
}

/** A union without the parts that another part contains. */
function join(types: readonly string[]): string {
  if (types.includes('unknown')) return 'unknown';
  return types.filter((type) => !(type.startsWith("'") && types.includes('string'))).join(' | ');
}

const toLiteral = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

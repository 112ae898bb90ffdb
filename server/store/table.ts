/**
 * How a column stores its value: unchanged, as JSON text, as JSON text that is null for an empty list, or as 1 and 0.
 */
type Storage = 'plain' | 'json' | 'list' | 'flag';

/** One column of a table: the type of its value in a record, and how a row stores it. */
export interface Column<Value, How extends Storage = Storage, IsInitialised extends boolean = boolean> {
  readonly storage: How;
  /** Whether a new record may omit it, and its initial value. */
  readonly isInitialised: IsInitialised;
  readonly initial: unknown;
  /** The type of its value in a record; type-level only. */
  readonly value?: Value;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The type of a record: one value for each column. */
export type RecordOf<T extends { columns: Columns }> = {
  -readonly [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Value> ? Value : never;
};

type Stored<C> =
  C extends Column<infer Value, 'plain'>
    ? Value
    : C extends Column<unknown, 'flag'>
      ? number
      : C extends Column<unknown, 'list'>
        ? string | null
        : C extends Column<infer Value, 'json'>
          ? string | Extract<Value, null>
          : never;

/** The type of a row, in either database: text, whole numbers, JSON as text, booleans as 1 and 0. */
export type RowOf<T extends { columns: Columns }> = {
  -readonly [Name in keyof T['columns']]: Stored<T['columns'][Name]>;
};

/** A table, described once: the names of its columns, and the conversion between rows and records. */
export interface Table<C extends Columns> {
  readonly columns: C;
  /** The names of all columns. */
  readonly names: readonly (keyof C & string)[];
  readonly toRecord: (row: RowOf<{ columns: C }>) => RecordOf<{ columns: C }>;
  /** Converts only the columns that `changes` names; none of them may be undefined. */
  readonly toRow: <Changes extends Partial<RecordOf<{ columns: C }>>>(
    changes: Changes,
  ) => Pick<RowOf<{ columns: C }>, keyof Changes & keyof C>;
  /** Completes a record, given in one or two parts, with the initial values of the other columns. */
  readonly create: <More extends Partial<NewRecord<C>> = object>(
    known: Omit<NewRecord<C>, keyof More>,
    more?: More,
  ) => RecordOf<{ columns: C }>;
}

type Initialised<C> = { [Name in keyof C]: C[Name] extends { readonly isInitialised: true } ? Name : never }[keyof C];

/** The fields that a new record must have; columns with an initial value are optional. */
export type NewRecord<C extends Columns> = Omit<RecordOf<{ columns: C }>, Initialised<C>> &
  Partial<Pick<RecordOf<{ columns: C }>, Initialised<C>>>;

type Required<Value, How extends Storage> = Column<Value, How, false>;
type Defaulted<Value, How extends Storage> = Column<Value, How, true>;

const required = <Value, How extends Storage>(storage: How): Required<Value, How> => ({
  storage,
  isInitialised: false,
  initial: undefined,
});
const defaulted = <Value, How extends Storage>(storage: How, initial: Value): Defaulted<Value, How> => ({
  storage,
  isInitialised: true,
  initial,
});

/** A text column, or one of given texts. */
export const textColumn = <Value extends string = string>(): Required<Value, 'plain'> => required('plain');
/** A whole number. */
export const integerColumn = (): Required<number, 'plain'> => required('plain');
/** A whole number with the initial value 0. */
export const zeroCountColumn = (): Defaulted<number, 'plain'> => defaulted('plain', 0);
/** A value stored as JSON. */
export const jsonColumn = <Value>(): Required<Value, 'json'> => required('json');
/** A list with the initial value []. */
export const listColumn = <Entry>(): Defaulted<readonly Entry[], 'list'> => defaulted('list', []);
/** A boolean with the initial value false. */
export const booleanColumn = (): Defaulted<boolean, 'flag'> => defaulted('flag', false);
/** A column with a given initial value. */
export const withInitialValue = <Value, How extends Storage>(
  { storage }: Column<Value, How>,
  value: Value,
): Defaulted<Value, How> => defaulted(storage, value);
/** A nullable column with the initial value null. */
export const nullableColumn = <Value, How extends Storage>({
  storage,
}: Column<Value, How>): Defaulted<Value | null, How> => defaulted(storage, null);

const READERS: Partial<Record<Storage, (stored: unknown) => unknown>> = {
  json: (stored) => (stored === null ? null : (JSON.parse(stored as string) as unknown)),
  list: (stored) => (stored === null ? [] : (JSON.parse(stored as string) as unknown)),
  flag: (stored) => stored === 1,
};

const WRITERS: Partial<Record<Storage, (value: unknown) => unknown>> = {
  json: (value) => (value === null ? null : JSON.stringify(value)),
  list: (value) => ((value as readonly unknown[]).length === 0 ? null : JSON.stringify(value)),
  flag: (value) => (value === true ? 1 : 0),
};

/** Describes a table. */
export function defineTable<const C extends Columns>(columns: C): Table<C> {
  const entries = Object.entries<Column<unknown>>(columns);
  /** Every record is a copy of it: a copy that lacks a column, or has them in another order, takes V8 forty times as long. */
  const empty = Object.fromEntries(entries.map(([name, { initial }]) => [name, initial]));
  const stepsOf = (steps: typeof READERS) =>
    entries.flatMap(([name, { storage }]) => {
      const step = steps[storage];
      return step === undefined ? [] : [{ name, step }];
    });
  const [readers, writers] = [stepsOf(READERS), stepsOf(WRITERS)];
  const convert = (values: object, steps: ReturnType<typeof stepsOf>): never => {
    const converted = { ...values } as Record<string, unknown>;
    for (const { name, step } of steps) if (converted[name] !== undefined) converted[name] = step(converted[name]);
    return converted as never;
  };
  return {
    columns,
    names: entries.map(([name]) => name),
    toRecord: (row) => convert(row, readers),
    toRow: (changes) => convert(changes, writers),
    create: (known, more) => Object.assign({ ...empty }, known, more) as never,
  };
}

import { CheckoutError, type FieldError, isCheckoutError } from '../../shared/errors.ts';

/** Reads settings one after the other and reports all problems together. */
export interface ProblemCollector {
  /** What `work` returns; undefined after a problem, which is kept. */
  attempt: <T>(work: () => T) => T | undefined;
  /**
   * @throws CheckoutError `configuration_invalid` with one line for each problem, if there is any: of each setting the
   *   first
   */
  refuse: () => void;
}

export function createProblemCollector(): ProblemCollector {
  const problems: CheckoutError[] = [];
  return {
    attempt(work) {
      try {
        return work();
      } catch (error) {
        if (!isCheckoutError(error)) throw error;
        problems.push(error);
        return undefined;
      }
    },
    refuse() {
      const [first] = problems;
      if (first !== undefined) throw mergeProblems(first, problems);
    },
  };
}

/**
 * Runs every check and every reader, and returns the readers' values by name.
 * @throws CheckoutError `configuration_invalid` with one line for each problem
 */
export function runSettingReaders<T extends object>(
  checks: readonly (() => void)[],
  readers: { readonly [K in keyof T]: () => T[K] },
): T {
  const { attempt, refuse } = createProblemCollector();
  for (const check of checks) attempt(check);
  const values = Object.entries<() => unknown>(readers).map(([name, read]) => [name, attempt(read)]);
  refuse();
  return Object.fromEntries(values) as T;
}

/** A setting that is missing also breaks the rule of its form, and its file is the setting as well. */
function mergeProblems(first: CheckoutError, problems: readonly CheckoutError[]): CheckoutError {
  const named = new Set<string>();
  const fields: FieldError[] = [];
  const lines: string[] = [];
  for (const { message, fields: all = [] } of problems) {
    const others = all.filter(({ path }) => !named.has(settingOf(path)));
    if (all.length > 0 && others.length === 0) continue;
    lines.push(others.length === all.length ? message : others.map(({ path, rule }) => `${path}: ${rule}.`).join('\n'));
    fields.push(...others);
    for (const { path } of others) named.add(settingOf(path));
  }
  return lines.length === 1 ? first : new CheckoutError('configuration_invalid', lines.join('\n'), { fields });
}

function settingOf(path: string): string {
  return path.replace(/_FILE$/, '');
}

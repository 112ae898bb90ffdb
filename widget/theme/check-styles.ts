import { css } from './css.ts';

/** A box to tick. */
export const checkStyles = css`
  .check label {
    display: flex;
    align-items: start;
    gap: 0.75rem;
    padding-block: 0.15rem;
    cursor: pointer;
  }
  [type='checkbox'] {
    flex: none;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    accent-color: var(--_primary);
  }
  .check [aria-invalid='true'] {
    outline: 2px solid var(--_danger);
    outline-offset: 1px;
    border-radius: 3px;
  }
`;

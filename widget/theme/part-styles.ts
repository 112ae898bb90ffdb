import { css } from 'lit';

/** Saved cards, payment plans, subscription terms and boxes to tick: what comes after the form. */
export const partStyles = css`
  .row {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
  .row label {
    flex: 1;
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 3.25rem;
    padding: 0.5rem 1rem;
    cursor: pointer;
  }
  .row label:has(:disabled) {
    cursor: default;
  }
  .row small {
    display: block;
    color: var(--_muted);
    font-size: 0.875rem;
  }
  .row .mark {
    flex: none;
  }
  .row .digits {
    white-space: nowrap;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
  .row .quiet {
    margin-inline-end: 0.25rem;
    padding-inline: 0.75rem;
    font-size: 0.875rem;
  }
  .confirm {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    padding: 0 1rem 0.9rem;
    font-size: 0.875rem;
  }
  .confirm p {
    flex: 1 1 100%;
  }
  .danger {
    border-color: var(--_danger);
    color: var(--_danger);
  }
  .terms {
    display: grid;
    gap: 0.75rem;
    padding: 0.9rem 1rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .terms > p {
    font-weight: 600;
  }
  .terms dl {
    display: grid;
    gap: 0.35rem;
    margin: 0;
  }
  .terms dl div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
  }
  .terms dt {
    color: var(--_muted);
  }
  .terms dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  .terms dl .due {
    font-weight: 600;
  }
  .terms .due dt {
    color: inherit;
  }
`;

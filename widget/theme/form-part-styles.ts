import { css } from 'lit';

/** Selects, checkboxes, saved cards, installments and the terms of a subscription. */
export const formPartStyles = css`
  .check label {
    display: flex;
    align-items: start;
    gap: 0.75rem;
    padding-block: 0.15rem;
    cursor: pointer;
  }
  [type='checkbox'] {
    margin-block-start: 0.1rem;
    border-radius: 0.3125rem;
    &:checked {
      background: var(--_primary);
    }
    &:checked::before {
      inline-size: 0.35rem;
      block-size: 0.65rem;
      margin-block-end: 0.15rem;
      box-sizing: border-box;
      border-color: var(--_on-primary);
      border-width: 0 2px 2px 0;
      border-radius: 0;
      rotate: 45deg;
    }
  }
  .check [aria-invalid='true'] {
    border-color: var(--_danger);
  }
  select {
    appearance: none;
    padding-inline-end: 1.6rem;
  }
  .choice::after {
    content: '';
    position: absolute;
    inset-block: 0 0.2rem;
    inset-inline-end: 0.9rem;
    margin-block: auto;
    inline-size: 0.45rem;
    block-size: 0.45rem;
    border: solid var(--_muted);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    pointer-events: none;
  }
  select option {
    background: var(--_surface);
    color: var(--_text);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 3.25rem;
    padding: 0.5rem 0.9rem;
    font-weight: 500;
    cursor: pointer;
  }
  .row > span:not([class]) {
    flex: 1 1 3.5em;
  }
  .row .marks {
    flex-wrap: wrap;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }
  .method > .row:has(:checked),
  .line:has(:checked) {
    background: color-mix(in srgb, var(--_primary) 6%, var(--_surface));
  }
  .row:has(:disabled) {
    color: var(--_muted);
    cursor: default;
  }
  .row:has(:focus-visible) {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  .row :focus-visible {
    outline: 0;
  }
  .line .row {
    flex: 1 1 12em;
    padding-inline-end: 0.25rem;
    min-inline-size: 0;
  }
  .row small {
    display: block;
    color: var(--_muted);
    font-size: 0.875rem;
  }
  .digits {
    white-space: nowrap;
  }
  /* Its text ends where the fields' does. */
  .line .quiet,
  .known .quiet {
    flex: none;
    margin-inline: auto 0.4rem;
    padding-inline: 0.5rem;
    font-size: 0.875rem;
  }
  .row .sum {
    margin-inline: auto 0.65rem;
    font-weight: 400;
    text-align: end;
  }
  .confirm {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    padding: 0.75rem 1rem 0.9rem;
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
    dl {
      display: grid;
      gap: 0.35rem;
      margin: 0;
    }
    div {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 1rem;
    }
    dt {
      color: var(--_muted);
    }
    dd {
      margin: 0;
    }
    .due dt {
      color: inherit;
    }
  }
  .terms > p,
  .due {
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .row:has(:checked):not(:has(:focus-visible)) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;

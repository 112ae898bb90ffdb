import { css } from 'lit';

/** Fields, alone and joined in a group. */
export const fieldStyles = css`
  form,
  .stack,
  .panel {
    display: grid;
    gap: var(--_gap);
  }
  .group {
    display: grid;
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--tillgate-shadow, none);
  }
  /* Side by side where both labels have room, in whatever language; the line between them is what shines through. */
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 1px;
    background: var(--_border);
  }
  .pair > * {
    flex: 5 1 0;
    min-inline-size: max-content;
    background: var(--_surface);
  }
  .group > * + * {
    border-block-start: 1px solid var(--_border);
  }
  .box {
    position: relative;
    display: grid;
    background: var(--_surface);
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
    transition:
      border-color 0.15s,
      box-shadow 0.15s;
  }
  .group .box {
    margin: -1px;
    border-color: transparent;
    background: transparent;
  }
  .box:focus-within {
    z-index: 1;
    border-color: var(--_focus) !important;
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_focus) 28%, transparent);
  }
  .wrong .box {
    z-index: 1;
    border-color: var(--_danger) !important;
  }
  .wrong .box:focus-within {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_danger) 25%, transparent);
  }
  .box > * {
    grid-area: 1/1;
  }
  .box label {
    z-index: 1;
    margin: 0.5rem 0.9rem auto;
    overflow-x: clip;
    font-size: 0.8125rem;
    line-height: 1.2;
    white-space: nowrap;
    text-overflow: ellipsis;
    color: var(--_muted);
    pointer-events: none;
  }
  .box input:not([type='checkbox'], [type='file']),
  select {
    /* WebKit takes a width of 0 for none, and a list for as wide as its longest choice. */
    inline-size: 1px;
    min-inline-size: 100%;
    min-block-size: 3.5rem;
    padding: 1.55rem 0.9rem 0.5rem;
    border: 0;
    border-radius: inherit;
    outline: 0;
    background: transparent;
    color: inherit;
    font: inherit;
    font-size: max(1rem, 16px);
    font-variant-numeric: tabular-nums;
  }
  /* Numbers run from left to right everywhere; in a form from right to left they still start at its side. */
  [dir='rtl'] input {
    text-align: right;
  }
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
  select {
    appearance: none;
    padding-inline-end: 1.6rem;
    text-overflow: ellipsis;
  }
  .choice::after {
    content: '';
    position: absolute;
    inset-block-start: 1.4rem;
    inset-inline-end: 0.9rem;
    inline-size: 0.5rem;
    block-size: 0.5rem;
    border: solid var(--_muted);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    pointer-events: none;
  }
  select option {
    background: var(--_surface);
    color: var(--_text);
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 0.75;
  }
  .marks {
    position: absolute;
    inset-block-end: 0.6rem;
    inset-inline-end: 0.8rem;
    display: flex;
    gap: 0.25rem;
    pointer-events: none;
  }
  #card-number ~ .marks {
    inset-block: 0.35rem auto;
  }
  .mark {
    inline-size: 2.125rem;
    block-size: 1.345rem;
  }
  .mark.text {
    inline-size: auto;
    padding-inline: 0.35rem;
    border: 1px solid var(--_border);
    border-radius: 4px;
    font-size: 0.75rem;
  }
  .error {
    inline-size: 0;
    min-inline-size: 100%;
    margin-block-start: 0.35rem;
    overflow-wrap: break-word;
    hyphens: auto;
    color: var(--_danger);
    font-size: 0.875rem;
  }
  .group .error {
    padding: 0 0.9rem 0.6rem;
  }
  @media (forced-colors: active) {
    .pair {
      background: ButtonBorder;
    }
  }
`;

import { css } from 'lit';

/** Fields, alone and joined in a group. */
export const fieldStyles = css`
  form,
  .stack {
    display: grid;
    gap: var(--_gap);
  }
  .group {
    display: grid;
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
    overflow: clip;
    background: var(--_surface);
    box-shadow: var(--tillgate-shadow, none);
    container-type: inline-size;
  }
  .group > * + *,
  .line ~ .field {
    border-block-start: 1px solid var(--_border);
  }
  /* Side by side where both have room; the line between them is the background. */
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 1px;
    background: var(--_border);
  }
  .pair > * {
    flex: 5 1 min(100%, 8rem);
    min-inline-size: 0;
    background: var(--_surface);
  }
  /* A ring is as tall as its row and the values stand on one line, but where the row has an error. */
  .pair:not(:has(.wrong)) .field,
  .required-field {
    display: grid;
  }
  .box {
    position: relative;
    display: grid;
    grid-template: 1fr auto / 1fr auto;
    min-block-size: 3.5rem;
    background: var(--_surface);
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
  }
  /* Over the border; in a group inside it, whose corners clip what its cells paint. */
  .box:focus-within {
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  .wrong > .box,
  .group:not(:has(.line)):has(.wrong) {
    border-color: var(--_danger);
  }
  /* Over the lines to the cells beside it; with the focus its ring stands alone. */
  .group .wrong {
    position: relative;
    z-index: 1;
  }
  .group .wrong:not(:focus-within) {
    box-shadow: 0 0 0 1px var(--_danger);
  }
  .wrong > .box label {
    color: var(--_danger);
  }
  .wrong {
    --_focus: var(--_danger);
  }
  /* A cell has its ring inside; a row at an end has the corners of its group. */
  .group .box {
    --_radius: calc(var(--tillgate-radius, 0.75rem) - 1px);
    border-width: 0;
    border-radius: 0;
  }
  .group:not(.pair) > :first-child > .box {
    border-radius: var(--_radius) var(--_radius) 0 0;
  }
  .group:not(.pair) > :last-child > .box {
    border-radius: 0 0 var(--_radius) var(--_radius);
  }
  .group .box:focus-within {
    outline-offset: -2px;
  }
  .box label {
    grid-column: 1 / -1;
    padding: 0.5rem 0.9rem 0.1rem;
    font-size: 0.8125rem;
    line-height: 1.25;
    hyphens: auto;
    color: var(--_muted);
  }
  /* An empty field has its label in its middle, and its marks beside that. */
  .box:has([placeholder=' ']:placeholder-shown:not(:focus, :autofill, .wrong *)) {
    > * {
      grid-row: 1 / 3;
    }
    label,
    .marks {
      align-self: center;
    }
    label {
      padding-block: 0;
      font-size: 1rem;
    }
  }
  .box input,
  select {
    grid-area: 2 / 1;
    /* WebKit takes a width of 0 for none, and a list for as wide as its longest choice. */
    inline-size: 1px;
    min-inline-size: 100%;
    min-block-size: 1.85rem;
    padding: 0 0.9rem 0.4rem;
    border: 0;
    border-radius: inherit;
    outline: 0;
    background: transparent;
    color: inherit;
    text-overflow: ellipsis;
    font: inherit;
    font-size: max(1rem, 16px);
  }
  /* Numbers run from left to right everywhere; in a form from right to left they still start at its side. */
  [dir='rtl'] :is(input, [dir='auto']) {
    text-align: right;
  }
  [type='radio'],
  [type='checkbox'] {
    appearance: none;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
    border: 1.5px solid var(--_field-border);
    border-radius: 50%;
    background: var(--_surface);
    cursor: inherit;
    &:checked {
      border-color: var(--_primary);
    }
    &:disabled {
      opacity: 0.5;
    }
  }
  /* Borders, which forced colours keep. */
  :checked::before {
    content: '';
    border: solid var(--_primary);
    border-width: 0.25rem;
    border-radius: 50%;
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .marks {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    margin-inline-start: auto;
    color: var(--_muted);
    font-size: 0.8125rem;
    pointer-events: none;
  }
  .box .marks {
    grid-area: 2 / 2;
    align-self: start;
    padding-inline-end: 0.8rem;
  }
  .mark {
    flex: none;
    inline-size: 2.125rem;
    block-size: 1.375rem;
    border-radius: 0.25rem;
    outline: 1px solid light-dark(rgb(0 0 0 / 10%), rgb(255 255 255 / 18%));
    outline-offset: -1px;
  }
  .mark.plain {
    outline: 0;
  }
  .mark.text {
    inline-size: auto;
    padding-inline: 0.35rem;
    font-size: 0.75rem;
    line-height: 1.375rem;
  }
  /* Too narrow for marks beside a label: those of the brands that the shop accepts go. */
  @container (max-width: 17rem) {
    .marks.all {
      display: none;
    }
  }
  .error {
    display: flex;
    gap: 0.5rem;
    margin-block-start: 0.4rem;
    hyphens: auto;
    color: var(--_danger);
    font-size: 0.875rem;
    line-height: 1.25rem;
  }
  .error::before,
  .alert:not(:empty)::before {
    content: '!' / '';
    flex: none;
    inline-size: 1rem;
    block-size: 1rem;
    margin-block: 0.125rem;
    border-radius: 50%;
    background: var(--_danger);
    color: var(--_surface);
    font: 700 0.75rem/1rem sans-serif;
    text-align: center;
  }
  .group .error {
    margin: 0;
    padding: 0.1rem 0.9rem 0.5rem;
  }
  @media (forced-colors: active) {
    .pair {
      background: ButtonBorder;
    }
    .wrong > .box {
      outline: 2px solid Mark;
      outline-offset: -2px;
    }
    .box:focus-within {
      outline: 3px solid Highlight;
    }
  }
`;

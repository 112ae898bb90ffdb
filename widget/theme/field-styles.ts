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
  }
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
  .group > * + * {
    border-block-start: 1px solid var(--_border);
  }
  .pair > * + * {
    border-inline-start: 1px solid var(--_border);
  }
  .box {
    position: relative;
    display: block;
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
    border-color: var(--_primary) !important;
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_primary) 28%, transparent);
  }
  .wrong .box {
    z-index: 1;
    border-color: var(--_danger) !important;
  }
  .wrong .box:focus-within {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_danger) 25%, transparent);
  }
  .box label {
    position: absolute;
    inset-block-start: 0.5rem;
    inset-inline: 0.9rem;
    overflow: hidden;
    font-size: 0.8125rem;
    line-height: 1.2;
    white-space: nowrap;
    text-overflow: ellipsis;
    color: var(--_muted);
    pointer-events: none;
  }
  input:not([type='radio'], [type='checkbox'], [type='file']),
  select {
    display: block;
    inline-size: 100%;
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
  select {
    appearance: none;
    padding-inline-end: 2.5rem;
    text-overflow: ellipsis;
  }
  .choice::after {
    content: '';
    position: absolute;
    inset-block-start: 1.4rem;
    inset-inline-end: 1.2rem;
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
    margin-block-start: 0.35rem;
    color: var(--_danger);
    font-size: 0.875rem;
  }
  .group .error {
    padding: 0 0.9rem 0.6rem;
  }
  @media (max-width: 17rem) {
    .pair {
      grid-template-columns: 1fr;
    }
    .pair > * + * {
      border-inline-start: 0;
      border-block-start: 1px solid var(--_border);
    }
  }
`;

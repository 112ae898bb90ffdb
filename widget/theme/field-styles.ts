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
  .asked {
    gap: calc(var(--_gap) * 1.5);
  }
  .section legend,
  .banks legend {
    margin-block-end: 0.6rem;
    font-weight: 600;
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_gap) * 0.75);
  }
  .asked-field {
    flex: 1 1 100%;
    min-inline-size: 0;
  }
  .asked-field.half {
    flex-basis: 8rem;
  }
  .uneven {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  }
  .calling {
    position: absolute;
    inset-block-start: 1.55rem;
    inset-inline-start: 0.9rem;
    color: var(--_muted);
    font-size: max(1rem, 16px);
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  .calling + input {
    padding-inline-start: 4rem;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 2.75rem;
    cursor: pointer;
  }
  .check + .fields {
    margin-block-start: 0.5rem;
  }
  input[type='checkbox'] {
    flex: none;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
    accent-color: var(--_primary);
  }
  .known {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    padding-block: 0.55rem;
    padding-inline: 0.9rem 0.4rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    overflow-wrap: anywhere;
  }
  .known p {
    flex: 1;
  }
  .known .quiet {
    color: var(--_primary);
  }
  .file .box {
    display: grid;
    gap: 0.15rem;
    padding: 0.6rem 0.9rem 0.8rem;
  }
  .file-label,
  .file-about {
    font-size: 0.875rem;
    color: var(--_muted);
    overflow-wrap: anywhere;
  }
  .file-label {
    font-size: 0.8125rem;
  }
  .file-about bdi {
    color: var(--_text);
    font-weight: 500;
  }
  .file-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-block-start: 0.5rem;
  }
  .file .button {
    position: relative;
    overflow: hidden;
    color: var(--_text);
    font-size: 1rem;
    pointer-events: auto;
  }
  .file .box .button {
    position: relative;
    inset: auto;
  }
  .file .button input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .bank {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 3rem;
    padding: 0.4rem 0.9rem;
    border: 1px solid var(--_border);
    cursor: pointer;
  }
  .bank + .bank {
    border-block-start: 0;
  }
  legend + .bank {
    border-start-start-radius: var(--_radius);
    border-start-end-radius: var(--_radius);
  }
  .bank:last-of-type {
    border-end-start-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
  }
  .search {
    position: relative;
  }
  .search ul,
  .nothing {
    position: absolute;
    z-index: 2;
    inset-inline: 0;
    max-block-size: 16rem;
    margin: 0.25rem 0 0;
    padding: 0.3rem;
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
    overflow-y: auto;
    overscroll-behavior: contain;
    background: var(--_surface);
    box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
    list-style: none;
  }
  .nothing {
    padding: 0.8rem 0.9rem;
    color: var(--_muted);
  }
  [role='option'] {
    padding: 0.6rem 0.7rem;
    border-radius: calc(var(--_radius) * 0.6);
    cursor: pointer;
  }
  [role='option']:hover,
  [role='option'].active {
    background: color-mix(in srgb, var(--_primary) 14%, transparent);
  }
  [role='option'].active {
    outline: 2px solid var(--_primary);
    outline-offset: -2px;
  }
  [role='option'][aria-selected='true'] {
    font-weight: 600;
  }
  [hidden] {
    display: none !important;
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

import { css } from 'lit';

/** Sections, files and searches: what required fields and banks need besides the card form's looks. */
export const requiredFieldStyles = css`
  .asked {
    gap: calc(var(--_gap) * 1.5);
  }
  .section legend {
    margin-block-end: 0.6rem;
    font-weight: 600;
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_gap) * 0.75);
  }
  /* No narrower than its label, which does not break: what shares a row takes one of its own instead. */
  .required-field {
    flex: 1 1 100%;
    min-inline-size: min-content;
  }
  .required-field.half {
    flex-basis: 8rem;
    min-inline-size: max-content;
  }
  .required-field.most {
    flex: 3 1 11rem;
  }
  .required-field.least {
    flex: 1 1 7rem;
  }
  /* The only row of its group has round corners, which a ground below its parts would show. */
  .uneven {
    gap: 0;
    border-radius: inherit;
    background: none;
  }
  .uneven > * {
    background: none;
  }
  /* A number is short; countries whose names begin alike are told apart by what is left. */
  .uneven > :last-child {
    flex: 1 1 10rem;
    border-inline-start: 1px solid var(--_border);
  }
  /* Beside a country there is no room for an example number. */
  @media (max-width: 22rem) {
    .uneven > * {
      flex-basis: 100%;
    }
    .uneven > :last-child {
      border-inline-start: 0;
      border-block-start: 1px solid var(--_border);
    }
  }
  .calling {
    position: absolute;
    inset-block-start: 1.55rem;
    /* Numbers run from left to right in every language. */
    left: 0.9rem;
    direction: ltr;
    color: var(--_muted);
    font-size: max(1rem, 16px);
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  .calling + input:not([type='checkbox'], [type='file']) {
    padding-left: 4rem;
  }
  .file .box > * {
    grid-area: auto;
  }
  .check + .fields {
    margin-block-start: 0.75rem;
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
    gap: 0.4rem;
    padding: 0.6rem 0.9rem 0.8rem;
  }
  .file .box p {
    font-size: 0.8125rem;
    color: var(--_muted);
    overflow-wrap: anywhere;
  }
  .file .box div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .file bdi {
    color: var(--_text);
    font-weight: 500;
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
`;

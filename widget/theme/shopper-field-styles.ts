import { css } from 'lit';

/** Sections, files and searches: what required fields and banks need besides the card form's looks. */
export const shopperFieldStyles = css`
  .asked {
    gap: calc(var(--_gap) * 1.25);
  }
  .section {
    display: grid;
    gap: 0.75rem;
  }
  .group.pair > * {
    border: 0;
  }
  .required-field {
    flex: 1 1 100%;
  }
  .half {
    flex: 1 1 min(100%, 8.5rem);
  }
  .most {
    flex: 3 1 min(100%, 11rem);
  }
  .least {
    flex: 1 1 min(100%, 7rem);
  }
  .known {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding-block: 0.55rem;
    padding-inline-start: 0.9rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    /* A number does not break where its line has room. */
    span {
      display: inline-block;
    }
  }
  /* An example would look like the value that is missing. */
  .section .wrong ::placeholder {
    opacity: 0;
  }
  .group .group {
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }
  /* A number takes a row of its own on the smallest screens. */
  .uneven > :first-child {
    flex: 1 1 7.5rem;
  }
  .uneven > :last-child {
    flex: 6 1 min(100%, 10rem);
  }
  .short {
    grid-area: 2 / 1;
    padding-inline-start: 0.9rem;
    font-size: max(1rem, 16px);
  }
  .short + select {
    opacity: 0;
  }
  .file {
    .box {
      grid-template: none;
      gap: 0.4rem;
      padding: 0.6rem 0.9rem 0.8rem;
    }
    .box p {
      font-size: 0.8125rem;
      color: var(--_muted);
    }
    .box div {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5rem;
    }
    bdi {
      color: var(--_text);
      font-weight: 500;
    }
    .button {
      position: relative;
      overflow: hidden;
      color: var(--_text);
      font-size: 1rem;
    }
    .button input {
      position: absolute;
      inset: 0;
      inline-size: 100%;
      opacity: 0;
      cursor: pointer;
    }
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
  .hint {
    padding: 0.1rem 0.9rem 0.5rem;
    font-size: 0.875rem;
  }
  .hint button {
    min-block-size: 1.5rem;
    padding: 0;
    border: 0;
    color: var(--_primary);
    text-align: start;
    text-decoration: underline;
  }
  .nothing {
    padding: 0.8rem 0.9rem;
    color: var(--_muted);
  }
  [role='option'] {
    padding: 0.6rem 0.7rem;
    border-radius: calc(var(--_radius) * 0.6);
    cursor: pointer;
    &:hover,
    &.active {
      background: color-mix(in srgb, var(--_primary) 14%, transparent);
    }
    &.active {
      outline: 2px solid var(--_primary);
      outline-offset: -2px;
    }
    &[aria-selected='true'] {
      font-weight: 600;
    }
  }
`;

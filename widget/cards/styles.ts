import { css } from 'lit';

/** The list of saved cards and its buttons. */
export const cardsStyles = css`
  .root {
    display: grid;
    gap: var(--_gap);
  }
  .group {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .line .row {
    cursor: default;
  }
  .default {
    padding: 0.1rem 0.6rem;
    border: 1px solid currentcolor;
    border-radius: 1rem;
    color: var(--_muted);
    font-size: 0.8125rem;
    font-weight: 500;
  }
  .line .default {
    margin-inline-end: 0.9rem;
  }
  .form {
    display: grid;
    gap: calc(var(--_gap) / 2);
  }
  .alert {
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
  }
`;

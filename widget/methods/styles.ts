import { css } from 'lit';

/** The list of methods and its panels. */
export const methodStyles = css`
  .methods {
    display: grid;
    gap: 0.5rem;
  }
  .method > .row {
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    transition: border-color 0.15s;
  }
  .method > .row:hover {
    border-color: var(--_field-border);
  }
  .method > .row:has(:checked) {
    border-color: var(--_text);
    box-shadow: inset 0 0 0 0.5px var(--_text);
  }
  .panel {
    display: grid;
    gap: var(--_gap);
    padding-block: 0.75rem 1rem;
  }
  .turned .panel {
    animation: open 0.2s ease-out;
  }
  @keyframes open {
    from {
      opacity: 0;
    }
  }
  .tabs {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr));
  }
  .tabs + .panel {
    padding-block-end: 0;
  }
  .tabs .row {
    flex-direction: column;
    align-items: start;
    justify-content: center;
    gap: 0.35rem;
    block-size: 100%;
    font-size: 0.9375rem;
  }
  .tabs .row > span {
    flex: none;
  }
  .tabs .marks {
    order: -1;
    margin: 0;
  }
  .tabs input,
  .tabs .marks > :nth-child(n + 2) {
    position: absolute;
    opacity: 0;
  }
`;

import { css } from 'lit';

/** The screens of a result, and the tick in the button before them. */
export const resultStyles = css`
  .result {
    display: grid;
    justify-items: center;
    gap: 0.6rem;
    padding-block: 1.5rem;
    text-align: center;
    text-wrap: balance;
  }
  .result > svg,
  .result > .spinner {
    inline-size: 3.25rem;
    block-size: 3.25rem;
    margin-block-end: 0.4rem;
    color: var(--_muted);
    fill: none;
    stroke: currentcolor;
    stroke-width: 3;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .paid > svg {
    color: var(--_success);
  }
  .refused > svg {
    color: var(--_danger);
  }
  h2 {
    font-size: 1.25rem;
    line-height: 1.3;
  }
  .result p {
    max-inline-size: 34ch;
    color: var(--_muted);
  }
  .actions {
    display: grid;
    gap: 0.5rem;
    inline-size: min(100%, 20rem);
    margin-block-start: 0.75rem;
  }
  .actions [inert] {
    visibility: hidden;
  }
  .pay.done {
    background: var(--_success);
    color: var(--_surface);
    opacity: 1 !important;
  }
  .tick {
    inline-size: 0.5em;
    block-size: 0.9em;
    margin-block-end: 0.2em;
    border: solid;
    border-width: 0 0.16em 0.16em 0;
    rotate: 45deg;
    animation: tick 0.25s ease-out;
  }
  @keyframes tick {
    from {
      scale: 0;
    }
  }
`;

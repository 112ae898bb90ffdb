import { css } from 'lit';

/** The list of methods and its panels. */
export const methodStyles = css`
  .methods {
    display: grid;
    margin-block-end: 0.5rem;
  }
  /* One list: the chosen method is tinted, and its panel stands below it. */
  .methods > .method {
    margin-block-start: -1px;
    border: 1px solid var(--_border);
    background: var(--_surface);
  }
  .methods > .method:first-of-type {
    margin-block-start: 0;
  }
  .method:first-of-type,
  .method:first-of-type > .row {
    border-radius: var(--_radius) var(--_radius) 0 0;
  }
  .method:last-of-type,
  .method:last-of-type > .row:last-child {
    border-radius: 0 0 var(--_radius) var(--_radius);
  }
  .panel {
    display: grid;
    gap: var(--_gap);
    padding: 0.75rem;
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
    gap: 0.5rem;
  }
  .tabs > .method {
    margin: 0;
    border-radius: var(--_radius);
    overflow: clip;
  }
  .tabs > .method:has(:checked) {
    border-color: var(--_primary);
  }
  .tabs + .panel {
    padding: 0.25rem 0 0;
  }
  .tabs .row {
    flex-direction: column;
    align-items: start;
    justify-content: start;
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

import { css } from 'lit';

/** The choice between the brands of one card. */
export const brandChoiceStyles = css`
  .brands {
    padding: 0.6rem 0.9rem 0.75rem;
  }
  .brands legend {
    float: inline-start;
    margin-block-end: 0.4rem;
    color: var(--_muted);
    font-size: 0.8125rem;
  }
  .brands div {
    clear: both;
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .brands label {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 2.75rem;
    padding: 0.25rem 0.75rem 0.25rem 0.6rem;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    font-size: 0.9375rem;
    cursor: pointer;
  }
  .brands label:has(:checked) {
    border-color: var(--_primary);
    box-shadow: inset 0 0 0 1px var(--_primary);
  }
`;

import { css } from 'lit';

/** The outline of a card's form while it loads, in the form's own cells. */
export const skeletonStyles = css`
  .skeleton .group {
    border-color: var(--_border);
  }
  .skeleton i {
    block-size: 0.65rem;
    inline-size: 5.5rem;
    max-inline-size: 60%;
    margin: 0.7rem 0.9rem;
    border-radius: 0.3rem;
    background: var(--_border);
    animation: breathe 1.2s ease-in-out infinite alternate;
  }
  .skeleton .pay {
    border-radius: var(--_button-radius);
    background: var(--_border);
    opacity: 0.6;
  }
  .skeleton .secure {
    visibility: hidden;
  }
  @keyframes breathe {
    from {
      opacity: 0.5;
    }
  }
`;

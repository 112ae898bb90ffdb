import { baseStyles } from './base-styles.ts';
import { fieldStyles } from './field-styles.ts';
import { formStyles } from './form-styles.ts';
import { skeletonStyles } from './skeleton-styles.ts';

/** The element's looks, in the order in which they lie over each other. */
export const styles = baseStyles + fieldStyles + formStyles + skeletonStyles;

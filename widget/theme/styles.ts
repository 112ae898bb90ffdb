import type { CSSResult } from 'lit';
import { baseStyles } from './base-styles.ts';
import { fieldStyles } from './field-styles.ts';
import { noteAndButtonStyles } from './note-and-button-styles.ts';
import { skeletonStyles } from './skeleton-styles.ts';

/** The element's styles, in the order of the cascade. */
export const styles: CSSResult[] = [baseStyles, fieldStyles, noteAndButtonStyles, skeletonStyles];

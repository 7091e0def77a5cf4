import { lazy } from 'react';
import { showDialog } from '../../app/dialogs.tsx';
import type { OpenRequest } from './request-parts.ts';

const ReviewersDialog = lazy(async () => ({
  default: (await import('./reviewers-dialog.tsx')).ReviewersDialog,
}));

/** Asks whom to ask for a review. */
export const askForReviewers = (opened: OpenRequest): void =>
  showDialog((close) => <ReviewersDialog opened={opened} onClose={close} />);

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

/** Asks what to say about a change request. */
export const askForReview = (opened: OpenRequest, whyNot: string | undefined): void =>
  showDialog((close) => <ReviewDialog opened={opened} whyNot={whyNot} onClose={close} />);

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }));

/** Shows how readers will see a change request. */
export const showPreview = (opened: OpenRequest): void =>
  showDialog((close) => <PreviewDialog opened={opened} onClose={close} />);

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));

/** Asks when to merge a change request. */
export const askForTime = (opened: OpenRequest): void =>
  showDialog((close) => <ScheduleDialog opened={opened} onClose={close} />);

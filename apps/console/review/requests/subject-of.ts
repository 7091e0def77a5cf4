import { t } from '../../messages/messages.ts';

/** The subject of a change request, in words also if it has none. */
export const subjectOf = ({ subject }: { subject: string }): string => subject.trim() || t('noSubject');

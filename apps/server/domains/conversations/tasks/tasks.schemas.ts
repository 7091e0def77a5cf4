import { Type } from 'typebox';
import { Id, ListQuery, nullable, Timestamp, Url } from '../../../platform/http/schemas.ts';

const TASK_STATES = ['backlog', 'started', 'completed', 'cancelled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

const Title = Type.String({ minLength: 1, maxLength: 255 });
const Description = Type.String({ maxLength: 10_000, description: 'Markdown.' });
const State = Type.Enum([...TASK_STATES]);

export const ConversationTaskSchema = Type.Object(
  {
    object: Type.Literal('conversation-task'),
    id: Id,
    cluster: Id,
    title: Type.String(),
    description: Type.Optional(Type.String()),
    state: State,
    createdBy: Type.Optional(Id),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Url }),
  },
  { $id: 'ConversationTask' },
);

export const TaskParams = Type.Object({ organizationId: Id, clusterId: Id, taskId: Id });
export const ListTasksQuery = Type.Object({ ...ListQuery, state: Type.Optional(State) });

export const CreateTaskBody = Type.Object({
  title: Title,
  description: Type.Optional(Description),
  state: Type.Optional(Type.Enum([...TASK_STATES], { default: 'backlog' })),
});

export const UpdateTaskBody = Type.Object({
  title: Type.Optional(Title),
  description: Type.Optional(nullable(Description)),
  state: Type.Optional(State),
});

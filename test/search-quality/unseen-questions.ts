/**
 * Questions written from tables of contents, before anybody looked at what the search makes of them: about the
 * documentation of a framework that others wrote, and in Chinese about a platform. Every other one of those in Chinese
 * (the first, the third …) was looked at when questions in Han characters became sentences, and those about Fastify when
 * more words and idioms of documentation were added.
 */
import { type KnownItemQuery, loadMarkdownFolder } from './load-pages.ts';

const query = (kind: string, text: string, path: string, ...others: string[]): KnownItemQuery => ({
  kind,
  query: text,
  path,
  others,
});

/** The documentation that is in the package of Fastify: guides and a reference that have titles in common. */
export const loadFastifyPages = () =>
  loadMarkdownFolder('fastify/docs', (source) =>
    // Pages begin with the name of the project as a heading of HTML, and their titles are a level lower.
    source.replace(/^\s*<h1[^>]*>Fastify<\/h1>\s*/, '').replace(/^##? /m, '# '),
  );

export const fastifyQuestions: KnownItemQuery[] = [
  query(
    'how',
    'how do I validate the body of a request',
    'Reference/Validation-and-Serialization.md',
    'Guides/Getting-Started.md',
  ),
  query(
    'how',
    'how do I write a plugin',
    'Guides/Write-Plugin.md',
    'Guides/Plugins-Guide.md',
    'Reference/Plugins.md',
  ),
  query('how', 'how do I test my routes without starting a server', 'Guides/Testing.md'),
  query('how', 'how do I connect to mysql', 'Guides/Database.md'),
  query('how', 'how do I run it behind nginx', 'Guides/Recommendations.md'),
  query('how', 'how do I deploy to aws lambda', 'Guides/Serverless.md'),
  query('how', 'how do I upgrade from version 4 to version 5', 'Guides/Migration-Guide-V5.md'),
  query(
    'how',
    'how do I find out that a client closed the connection',
    'Guides/Detecting-When-Clients-Abort.md',
    'Reference/Hooks.md',
  ),
  query('how', 'how do I hide passwords in the log', 'Reference/Logging.md'),
  query(
    'how',
    'how do I add my own property to the request',
    'Reference/Decorators.md',
    'Reference/Hooks.md',
  ),
  query('how', 'how do I send a stream', 'Reference/Reply.md'),
  query(
    'how',
    'how do I limit the size of the body',
    'Reference/Server.md',
    'Reference/Routes.md',
    'Reference/ContentTypeParser.md',
  ),
  query('how', 'how do I handle errors', 'Reference/Errors.md', 'Guides/Plugins-Guide.md'),
  query('how', 'how do I parse xml', 'Reference/ContentTypeParser.md'),
  query('how', 'how do I use express middleware', 'Reference/Middleware.md'),
  query('how', 'how do I serve http2', 'Reference/HTTP2.md'),
  query(
    'how',
    'how do I type the query string in typescript',
    'Reference/TypeScript.md',
    'Reference/Type-Providers.md',
  ),
  query('how', 'how do I run the server from the command line', 'Guides/Getting-Started.md'),
  query('how', 'how do I benchmark my changes', 'Guides/Benchmarking.md'),
  query(
    'how',
    'how do I wait until the database is ready before requests are accepted',
    'Guides/Delay-Accepting-Requests.md',
  ),
  query(
    'what',
    'what is the difference between a hook and middleware',
    'Reference/Middleware.md',
    'Reference/Hooks.md',
  ),
  query('what', 'which hooks are there', 'Reference/Hooks.md', 'Reference/Lifecycle.md'),
  query('what', 'what does FST_ERR_DUPLICATED_ROUTE mean', 'Reference/Errors.md'),
  query('what', 'what happens during the life of a request', 'Reference/Lifecycle.md'),
  query('what', 'how long is a version supported', 'Reference/LTS.md'),
  query('what', 'what is prototype poisoning', 'Guides/Prototype-Poisoning.md'),
  query('what', 'which plugins exist', 'Guides/Ecosystem.md'),
  query(
    'what',
    'why is my decorator not visible in another plugin',
    'Reference/Encapsulation.md',
    'Reference/Decorators.md',
    'Reference/Plugins.md',
    'Guides/Plugins-Guide.md',
  ),
  query('what', 'what are the principles of the project', 'Reference/Principles.md'),
  query('can', 'can I run several instances', 'Guides/Recommendations.md'),
  query('can', 'can I version my routes', 'Reference/Routes.md'),
  query('can', 'can I use typebox', 'Reference/Type-Providers.md', 'Reference/TypeScript.md'),
  query('can', 'can I define schemas with a fluent api', 'Guides/Fluent-Schema.md'),
  query('can', 'can I change the request id', 'Reference/Server.md', 'Reference/Logging.md'),
  query('can', 'can I use async functions in a hook', 'Reference/Hooks.md'),
  query('identifier', 'onSend', 'Reference/Hooks.md'),
  query('identifier', 'keepAliveTimeout', 'Reference/Server.md'),
  query('identifier', 'FSTDEP022', 'Reference/Warnings.md'),
  query('identifier', 'reply.hijack', 'Reference/Reply.md'),
  query('identifier', 'addContentTypeParser', 'Reference/ContentTypeParser.md'),
  query('identifier', 'setErrorHandler', 'Reference/Server.md', 'Reference/Errors.md'),
  query('identifier', 'loggerInstance', 'Reference/Server.md', 'Reference/Logging.md'),
  query('identifier', 'preValidation', 'Reference/Hooks.md'),
  query('title', 'plugins guide', 'Guides/Plugins-Guide.md'),
  query('title', 'type providers', 'Reference/Type-Providers.md'),
  query('title', 'getting started', 'Guides/Getting-Started.md'),
  query('title', 'style guide', 'Guides/Style-Guide.md'),
  query('title', 'content type parser', 'Reference/ContentTypeParser.md'),
  query('title', 'migration guide v3', 'Guides/Migration-Guide-V3.md'),
];

/** About the pages of `chinese.ts`, in the words of somebody who does not know theirs. */
export const chineseNaturalQuestions: KnownItemQuery[] = [
  query('how', '怎么回到上一个版本', 'rollback.md'),
  query('how', '如何把应用发布到线上', 'deploy.md', 'quick-start.md'),
  query('how', '怎样绑定自己的域名', 'domain.md'),
  query('how', '我要怎么邀请同事加入', 'members.md'),
  query('how', '怎么查看最近的报错日志', 'logs.md'),
  query('how', '数据误删了如何恢复', 'backup.md'),
  query('how', '怎么让实例数量自动增加', 'scaling.md'),
  query('how', '如何防止别人伪造通知', 'webhook.md'),
  query('how', '怎么保存数据库密码', 'environment.md'),
  query('how', '怎么开发票', 'billing.md'),
  query('how', '如何在出现故障时收到短信', 'monitoring.md'),
  query('how', '怎样限制成员只能查看', 'permissions.md'),
  query('how', '怎么从镜像启动应用', 'deploy.md'),
  query('how', '怎么创建第一个项目', 'quick-start.md', 'README.md'),
  query('what', '备份会保留多少天', 'backup.md'),
  query('what', '邀请链接多久会过期', 'members.md'),
  query('what', '日志能保存多久', 'logs.md'),
  query('what', '系统里有哪些角色', 'permissions.md'),
  query('what', '不交费会发生什么', 'billing.md'),
  query('what', '令牌丢了还能再看到吗', 'api-tokens.md'),
  query('what', '通知发送失败会重试几次', 'webhook.md'),
  query('what', '为什么数据库连接数不够', 'database.md'),
  query('what', '流量是怎么收费的', 'billing.md'),
  query('can', '可以只给一部分用户用新版本吗', 'deploy.md'),
  query('can', '能不能上传自己的证书', 'domain.md'),
  query('can', '删除成员以后他的令牌还有效吗', 'members.md', 'api-tokens.md'),
  query('can', '能把日志导出来吗', 'logs.md'),
  query('can', '回滚会不会丢数据', 'rollback.md'),
  query('can', '可以晚上不发告警吗', 'monitoring.md'),
  query('can', '能不能自己定义角色', 'permissions.md'),
  query('can', '证书会自动续期吗', 'domain.md'),
];

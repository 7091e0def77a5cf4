/** A small documentation in Chinese, with pages that are easily taken for each other, and what is asked of it. */
import type { KnownItemQuery } from './load-pages.ts';

export const chinesePages: Record<string, string> = {
  'README.md':
    '# 云帆平台文档\n\n云帆平台帮助团队构建、部署和监控应用程序。本文档介绍平台的基本概念与日常操作。\n\n## 从这里开始\n\n如果您是第一次使用,请先阅读快速入门,然后创建您的第一个项目。\n',
  'quick-start.md':
    '# 快速入门\n\n本指南带您在十分钟内完成第一个应用的上线。\n\n## 准备工作\n\n请先注册账号并验证邮箱地址,然后安装命令行工具。\n\n## 创建项目\n\n在控制台点击“新建项目”,填写项目名称和所在区域。\n\n```bash\nyunfan init my-app\n```\n\n## 下一步\n\n继续阅读部署应用一章。\n',
  'deploy.md':
    '# 部署应用\n\n平台支持从代码仓库或镜像部署应用。\n\n## 从代码仓库部署\n\n连接代码仓库以后,每次推送都会触发自动构建。构建成功后,新版本会逐步替换旧版本。\n\n## 从镜像部署\n\n填写镜像地址和标签。私有镜像需要先配置拉取凭据。\n\n## 灰度发布\n\n可以先让一部分流量进入新版本,确认没有问题再全量发布。\n',
  'rollback.md':
    '# 回滚版本\n\n当新版本出现故障时,可以回滚到之前的任意版本。\n\n## 手动回滚\n\n在版本历史中选择目标版本,点击“回滚”。回滚不会影响数据库中的数据。\n\n## 自动回滚\n\n如果健康检查连续失败三次,平台会自动回滚到上一个稳定版本。\n',
  'database.md':
    '# 数据库\n\n平台提供托管的关系型数据库。\n\n## 创建实例\n\n选择规格和存储空间,实例通常在两分钟内可用。\n\n## 连接数据库\n\n使用连接字符串连接数据库。连接池的默认大小为二十,可以在参数组中修改。\n\n## 只读副本\n\n只读副本用于分担查询压力,数据延迟通常小于一秒。\n',
  'backup.md':
    '# 备份与恢复\n\n数据库每天凌晨自动备份一次,备份保留七天。\n\n## 手动备份\n\n在执行重大变更之前,建议先做一次手动备份。\n\n## 恢复到时间点\n\n可以把数据库恢复到最近七天内的任意时间点。恢复操作会创建新的实例,不会覆盖原来的实例。\n',
  'monitoring.md':
    '# 监控与告警\n\n平台收集应用的指标、日志和链路追踪数据。\n\n## 指标\n\n默认指标包括处理器使用率、内存占用和请求延迟。\n\n## 告警规则\n\n当指标超过阈值时,平台会通过邮件或短信发送告警通知。可以为告警设置静默时段。\n',
  'logs.md':
    '# 日志查询\n\n日志保存三十天,支持全文检索。\n\n## 查询语法\n\n使用关键字、字段名和时间范围组合查询条件。\n\n## 导出日志\n\n查询结果可以导出为压缩文件,也可以定期投递到对象存储。\n',
  'permissions.md':
    '# 权限管理\n\n权限通过角色授予成员。\n\n## 角色\n\n系统内置管理员、开发者和访客三种角色。访客只能查看,不能修改任何设置。\n\n## 自定义角色\n\n企业版可以自定义角色,按资源和操作授权。\n\n## 审计日志\n\n所有修改权限的操作都会记录到审计日志。\n',
  'members.md':
    '# 成员管理\n\n管理员可以邀请成员加入团队。\n\n## 邀请成员\n\n输入成员的邮箱地址并选择角色,系统会发送邀请邮件。邀请链接七十二小时后失效。\n\n## 移除成员\n\n移除成员以后,该成员创建的访问令牌会立即失效。\n',
  'billing.md':
    '# 计费说明\n\n平台按照实际用量计费,每月月初出账。\n\n## 计费项目\n\n计算资源按小时计费,存储空间按容量计费,公网流量按流出量计费。\n\n## 发票\n\n付款完成后可以在费用中心申请增值税发票。\n\n## 欠费处理\n\n欠费超过十五天,应用会被停止;超过三十天,数据会被删除。\n',
  'domain.md':
    '# 自定义域名\n\n可以为应用绑定自己的域名。\n\n## 添加域名\n\n在域名解析服务商处添加一条别名记录,指向平台提供的地址。\n\n## 证书\n\n平台会自动申请并续期证书。也可以上传自己的证书,支持 TLS 1.3。\n',
  'api-tokens.md':
    '# 访问令牌\n\n调用接口时需要在请求头中携带访问令牌。\n\n## 创建令牌\n\n令牌只在创建时显示一次,请妥善保管。令牌可以设置有效期和权限范围。\n\n## 吊销令牌\n\n如果令牌泄露,请立即吊销并更换。\n\n```http\nAuthorization: Bearer yf_live_token\n```\n',
  'webhook.md':
    '# 事件通知 Webhook\n\n当部署完成或告警触发时,平台可以向您的服务器发送事件通知。\n\n## 验证签名\n\n每个请求都带有 `X-Yunfan-Signature` 签名头,请用密钥验证签名以防止伪造。\n\n## 重试策略\n\n如果服务器没有返回成功状态码,平台会按照指数退避重试五次。\n',
  'scaling.md':
    '# 弹性伸缩\n\n根据负载自动增加或减少实例数量。\n\n## 伸缩策略\n\n可以按处理器使用率、请求数量或定时任务伸缩。\n\n## 冷却时间\n\n两次伸缩之间的冷却时间默认为五分钟,避免实例数量频繁抖动。\n',
  'environment.md':
    '# 环境变量\n\n环境变量用来在不同环境之间区分配置。\n\n## 机密变量\n\n密码等敏感信息应保存为机密变量,加密存储,在日志中不会显示。\n\n## 变量引用\n\n变量之间可以互相引用,例如 `$DATABASE_URL`。\n',
};

const query = (kind: string, text: string, path: string): KnownItemQuery => ({ kind, query: text, path });

export const chineseQueries: KnownItemQuery[] = [
  query('title', '快速入门', 'quick-start.md'),
  query('title', '备份与恢复', 'backup.md'),
  query('title', '弹性伸缩', 'scaling.md'),
  query('title', '权限管理', 'permissions.md'),
  query('title', '访问令牌', 'api-tokens.md'),
  query('title', '数据库', 'database.md'),
  query('heading', '灰度发布', 'deploy.md'),
  query('heading', '自动回滚', 'rollback.md'),
  query('heading', '只读副本', 'database.md'),
  query('heading', '恢复到时间点', 'backup.md'),
  query('heading', '邀请成员', 'members.md'),
  query('heading', '审计日志', 'permissions.md'),
  query('text', '连接池默认大小', 'database.md'),
  query('text', '增值税发票', 'billing.md'),
  query('text', '指数退避', 'webhook.md'),
  query('text', '静默时段', 'monitoring.md'),
  query('text', '私有镜像拉取凭据', 'deploy.md'),
  query('text', '别名记录', 'domain.md'),
  query('text', '频繁抖动', 'scaling.md'),
  query('question', '令牌泄露了怎么办', 'api-tokens.md'),
  query('question', '欠费以后数据会不会被删除', 'billing.md'),
  query('question', '怎样邀请新成员', 'members.md'),
  query('question', '如何验证签名', 'webhook.md'),
  query('words', '导出 日志', 'logs.md'),
  query('words', '证书 续期', 'domain.md'),
  query('words', '敏感信息 加密', 'environment.md'),
  query('mixed', 'TLS证书', 'domain.md'),
  query('mixed', 'webhook签名', 'webhook.md'),
  query('part', '伸缩', 'scaling.md'),
  query('part', '账', 'billing.md'),
];

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/** One node of OpenSearch out of its Maven artifacts, as its own tests start one: folder, HTTP port and transport ports as arguments. */
public class OneNode extends Node {
  private OneNode(Settings settings, Path home, Collection<Class<? extends Plugin>> plugins) {
    super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home, () -> "judge"), plugins, true);
  }

  public static void main(String[] args) throws Exception {
    Settings settings = Settings.builder()
      .put("path.home", args[0])
      .put("http.port", args[1])
      .put("transport.port", "0")
      .put("network.host", "127.0.0.1")
      .put("discovery.type", "single-node")
      .put("node.name", "judge")
      .put("cluster.name", "judge")
      // A disk that is rather full is no reason to refuse what is thrown away in a minute.
      .put("cluster.routing.allocation.disk.threshold_enabled", false)
      .put("http.type", "netty4")
      .put("transport.type", "netty4")
      .build();
    List<Class<? extends Plugin>> plugins = List.of(Netty4Plugin.class, PainlessPlugin.class, CommonAnalysisPlugin.class);
    new OneNode(settings, Path.of(args[0]), plugins).start();
    Thread.currentThread().join();
  }
}

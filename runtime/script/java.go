package script

// javaLike is what the languages of the Java machine share: groovy, scala,
// kotlin, jshell.
var javaLike = dialect{
	name: "java",
	syntax: syntax{
		comments: "/", single: plain, double: filled, fill: "$", triple: true,
	},
	joins: "+", adjoin: false,

	runs:  "exec ProcessBuilder command Process Seq_ startPipeline",
	evals: "evaluate Eval.me Eval.x eval",
	any: "execute sys forName getMethod getDeclaredMethod invoke invokeMethod ScriptEngine ScriptEngineManager GroovyShell GroovyClassLoader MethodHandles " +
		"ToolProvider loadLibrary metaClass getConstructor process lines_ loadClass",
	prints:  "println print printf Exception RuntimeException contains startsWith endsWith matches equals",
	decodes: "getDecoder decodeBase64 reverse decodeHex fromCharCode decode unhex GZIPInputStream InflaterInputStream",

	opens:    "RandomAccessFile",
	reads:    "FileReader FileInputStream readString readAllLines readAllBytes Source.fromFile",
	writes:   "FileWriter FileOutputStream PrintWriter Files.write Files.writeString newBufferedWriter newOutputStream createDirectory createDirectories createFile os.write write.over",
	deletes:  "Files.delete deleteIfExists",
	copies:   "cp Files.copy createLink createSymbolicLink",
	moves:    "Files.move",
	receiver: "setText withWriter withPrintWriter append leftShift newWriter mkdirs mkdir createNewFile writeText appendText writeBytes renameTo bytes_ withOutputStream",
	assigned: "text bytes",
	removes:  "delete deleteDir deleteOnExit deleteRecursively",
	gets:     "getText readText eachLine",
	paths:    "File Path Paths.get of get",
	places:   places{keeps: "toPath toFile toString toAbsolutePath normalize getAbsolutePath getCanonicalPath getPath toRealPath absolutePath canonicalPath path", holders: "getParent getParentFile parent", below: "resolve"},

	net: "URL HttpClient Socket HttpURLConnection toURL",
	env: "getenv getProperty",
}
